// Refresh tokens are derived from the session and its refresh count, so that the database stores no usable token.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface RefreshToken {
  session_id: string
  generation: number
}

const DAY = 86_400_000
/** A session expires if it is not used for this long. */
export const IDLE_MS = 30 * DAY
/** The maximum lifetime of a session, however often it is used. */
const LONGEST_MS = 365 * DAY
/**
 * For this long after its exchange, a refresh token can be exchanged for the same successor again, because two tabs may
 * refresh at the same time or a response may get lost. A later use counts as theft.
 */
const GRACE_MS = 60_000

const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/

export function writeRefreshToken(token: RefreshToken, secret: string): string {
  return `${token.session_id}.${token.generation}.${seal(token, secret)}`
}

/** Returns undefined if this server did not issue the token. */
export function readRefreshToken(text: string, secret: string): RefreshToken | undefined {
  const [, session_id, generation, given] = FORM.exec(text) ?? []
  if (session_id === undefined || generation === undefined || given === undefined) return undefined
  const token = { session_id, generation: Number(generation) }
  return timingSafeEqual(Buffer.from(given), Buffer.from(seal(token, secret))) ? token : undefined
}

const seal = ({ session_id, generation }: RefreshToken, secret: string): string =>
  createHmac('sha256', secret).update(`daymark refresh token ${session_id} ${generation}`).digest('base64url')

/** Decides whether a genuine token is exchanged, returns its successor again, or counts as stolen. */
export function assessToken(
  token: RefreshToken,
  session: { generation: number; exchanged_at: number },
  now: number,
): 'exchange' | 'repeat' | 'stolen' {
  if (token.generation === session.generation) return 'exchange'
  const isLast = token.generation === session.generation - 1
  return isLast && now - session.exchanged_at <= GRACE_MS ? 'repeat' : 'stolen'
}

export const expiryAfterUse = (createdAt: number, now: number): number =>
  Math.min(now + IDLE_MS, createdAt + LONGEST_MS)
