// Link tokens are derived from the server's secret, so that a leaked database reveals no usable link.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `verify` confirms the current address, `email` confirms a new one, and `reset` sets a new password. */
export type LinkKind = 'verify' | 'email' | 'reset'

export interface MailLink {
  id: string
  account_id: string
  kind: LinkKind
  /** The address that the link was sent to. */
  email: string
  created_at: number
  expires_at: number
}

const MINUTE_MS = 60_000
export const LINK_MS: Record<LinkKind, number> = {
  verify: 1440 * MINUTE_MS,
  email: 1440 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
}

const FORM = /^([0-9a-f-]{36})\.([\w-]{43})$/

/** Returns the link id, or undefined if this server did not create the token. */
export function readLinkToken(token: string, secret: string): string | undefined {
  const [, id, given] = FORM.exec(token) ?? []
  if (id === undefined || given === undefined) return undefined
  return timingSafeEqual(Buffer.from(given), Buffer.from(seal(id, secret))) ? id : undefined
}

export const writeLinkToken = (id: string, secret: string): string => `${id}.${seal(id, secret)}`

const seal = (id: string, secret: string): string =>
  createHmac('sha256', secret).update(`daymark mail link ${id}`).digest('base64url')
