// A cookie that identifies a browser in which an account has signed in before, so that other people's guesses do not
// throttle it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const FORM = /^([\w-]{22})\.([\w-]{43})$/

/** The id of the device, if this address has signed in with it before. */
export function readDevice(text: string | undefined, email: string, secret: string): string | undefined {
  const [, id, given] = FORM.exec(text ?? '') ?? []
  if (id === undefined || given === undefined) return undefined
  return timingSafeEqual(Buffer.from(given), Buffer.from(seal(id, email, secret))) ? id : undefined
}

export const newDeviceId = (): string => randomBytes(16).toString('base64url')

/** Reveals no address: it is only part of the seal. */
export const writeDevice = (id: string, email: string, secret: string): string =>
  `${id}.${seal(id, email, secret)}`

const seal = (id: string, email: string, secret: string): string =>
  createHmac('sha256', secret).update(`daymark device ${id} ${email}`).digest('base64url')
