// Challenges are signed, so that the server stores nothing until a challenge is used.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const NONCE_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 16
const LIFE_MS = 300_000

/** `purpose` names the account that a new passkey is for. For a sign-in, it names no account. */
export function newChallenge(purpose: string, secret: string, now: number): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(now + LIFE_MS, 0, TIME_BYTES)
  const head = Buffer.concat([randomBytes(NONCE_BYTES), time])
  return new Uint8Array(Buffer.concat([head, macOf(head, purpose, secret)]))
}

/** Returns when a valid challenge expires, or undefined. */
export function readChallenge(
  challenge: string,
  purpose: string,
  secret: string,
  now: number,
): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return undefined
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
  if (!timingSafeEqual(bytes.subarray(head.length), macOf(head, purpose, secret))) return undefined
  const expires = head.readUIntBE(NONCE_BYTES, TIME_BYTES)
  return expires > now ? expires : undefined
}

/** Used challenges are stored under this hash until they expire. */
export const hashOf = (challenge: string): string => createHash('sha256').update(challenge).digest('hex')

const macOf = (head: Buffer, purpose: string, secret: string): Buffer =>
  createHmac('sha256', secret)
    .update(`daymark passkey ${purpose} `)
    .update(head)
    .digest()
    .subarray(0, MAC_BYTES)
