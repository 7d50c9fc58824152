// Authenticated encryption with keys derived from the server's secret.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Seal = ReturnType<typeof sealWith>

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Each purpose has its own key. */
export function sealWith(
  secret: string,
  purpose: 'oauth records' | 'second factor' | 'second step' | 'signing keys',
) {
  const key = createHash('sha256').update(`daymark ${purpose} ${secret}`).digest()
  return {
    /** `open` needs the same `context`, so that a ciphertext cannot be moved to another record. */
    close(text: string, context: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },

    /** Returns undefined if the ciphertext was changed or was encrypted with another context or another secret. */
    open(sealed: string, context: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
