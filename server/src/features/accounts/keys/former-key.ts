import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/**
 * Opens a private key that a version before 1.0 has stored (XChaCha20-Poly1305), so that an upgrade keeps the signing
 * keys. No such key is left four months after the upgrade.
 */
export function openFormerKey(stored: string, secret: string): string {
  const [, hex] = /^"\$ba\$1\$([0-9a-f]+)"$/.exec(stored) ?? []
  if (hex === undefined) throw new Error('A signing key cannot be decrypted with the secret of this server.')
  const bytes = Buffer.from(hex, 'hex')
  const nonce = bytes.subarray(0, 24)
  const key = hChaCha20(createHash('sha256').update(secret).digest(), nonce.subarray(0, 16))
  const decipher = createDecipheriv(
    'chacha20-poly1305',
    key,
    Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]),
    {
      authTagLength: 16,
    },
  )
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(24, -16)), decipher.final()]).toString('utf8')
}

const CONSTANTS = Buffer.from('expand 32-byte k')

/** A block of ChaCha20 is the state after its rounds plus the first state. HChaCha20 is part of the former. */
function hChaCha20(key: Buffer, input: Buffer): Buffer {
  const block = createCipheriv('chacha20', key, input).update(Buffer.alloc(64))
  const word = (at: number, first: Buffer, index: number) =>
    (block.readUInt32LE(at) - first.readUInt32LE(index)) >>> 0
  const derived = Buffer.alloc(32)
  for (let i = 0; i < 16; i += 4) {
    derived.writeUInt32LE(word(i, CONSTANTS, i), i)
    derived.writeUInt32LE(word(48 + i, input, i), 16 + i)
  }
  return derived
}
