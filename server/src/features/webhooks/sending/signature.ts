// Secrets and signatures in the Standard Webhooks format.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 24

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

export interface SignedMessage {
  id: string
  /** In milliseconds. */
  at: number
  body: string
}

/** Adds one signature per secret, so that receivers can verify with any of them. */
export function signedHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(at / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map(secret => `v1,${sign(secret)}`).join(' '),
  }
}
