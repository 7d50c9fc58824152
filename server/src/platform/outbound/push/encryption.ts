// Implements RFC 8291 with the content encoding aes128gcm (RFC 8188).
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** In base64url. */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

/**
 * The size in bytes of the largest payload that every push service accepts. An encrypted message with its header has at
 * most 4,096 bytes.
 */
export const MAX_PAYLOAD = 3_993
const RECORD_SIZE = 4_096
const PUBLIC_KEY_BYTES = 65
const AUTH_BYTES = 16
/** Marks the end of the last record. */
const DELIMITER = Buffer.from([2])

/** True if the keys are a point on the curve and a secret with the right length. */
export function areValidKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  const key = Buffer.from(p256dh, 'base64url')
  if (key.length !== PUBLIC_KEY_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(key)
    return true
  } catch {
    return false
  }
}

export function encryptPush(payload: string, { p256dh, auth }: SubscriptionKeys): Buffer {
  const text = Buffer.from(payload)
  if (text.length > MAX_PAYLOAD) throw new RangeError('The payload of a push message is too long.')
  const theirs = Buffer.from(p256dh, 'base64url')
  const own = createECDH('prime256v1')
  const ours = own.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const material = expand(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const salt = randomBytes(16)
  const key = expand(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const content = Buffer.concat([
    cipher.update(text),
    cipher.update(DELIMITER),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_SIZE)
  sizes.writeUInt8(PUBLIC_KEY_BYTES, 4)
  return Buffer.concat([salt, sizes, ours, content])
}

const expand = (material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, bytes))
