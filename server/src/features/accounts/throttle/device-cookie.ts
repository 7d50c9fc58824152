// Identifies a known browser of an account, so that other people's guesses do not throttle it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const FORM = /^([\w-]{22})\.([\w-]{43})$/

/** Returns the device id in a cookie, or undefined if the cookie does not belong to this address. */
export function readDevice(text: string | undefined, email: string, secret: string): string | undefined {
  const [, id, given] = FORM.exec(text ?? '') ?? []
  if (id === undefined || given === undefined) return undefined
  return timingSafeEqual(Buffer.from(given), Buffer.from(seal(id, email, secret))) ? id : undefined
}

export const newDeviceId = (): string => randomBytes(16).toString('base64url')

/** Signs the address without including it. */
export const writeDevice = (id: string, email: string, secret: string): string =>
  `${id}.${seal(id, email, secret)}`

const seal = (id: string, email: string, secret: string): string =>
  createHmac('sha256', secret).update(`daymark device ${id} ${email}`).digest('base64url')
