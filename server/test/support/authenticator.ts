// Creates passkeys and signs in with them, like a browser with a security key.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface CreationOptions {
  challenge: string
  rp: { id: string }
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** `verifies` is false for an authenticator that asks for no PIN. */
export function softwareAuthenticator(origin: string, { verifies = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authData(rpId: string, rest: Buffer = Buffer.alloc(0)): Buffer {
    const flags = FLAGS.present | (verifies ? FLAGS.verified : 0) | (rest.length > 0 ? FLAGS.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }

  return {
    /** Returns what `navigator.credentials.create` would return. */
    create({ challenge, rp }: CreationOptions) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([
        // A COSE key: EC2, ES256, P-256, x, y.
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ])
      const data = authData(rp.id, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const dataLength = Buffer.alloc(2)
      dataLength.writeUInt16BE(data.length)
      // CBOR of {"fmt": "none", "attStmt": {}, "authData": data}.
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x59]),
        dataLength,
        data,
      ])
      return {
        id: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },

    /** Returns what `navigator.credentials.get` would return. */
    get({ challenge, rpId }: { challenge: string; rpId: string }) {
      const client = clientData('webauthn.get', challenge)
      const data = authData(rpId)
      return {
        id: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}
