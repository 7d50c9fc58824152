// VAPID (RFC 8292) identifies this server to push services. Its key pair is created at the first use.
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { UnitOfWork } from '../../storage/unit-of-work.ts'
import { secretStore } from '../secret-store.ts'

export interface Vapid {
  /** In base64url, as browsers need it. */
  readonly publicKey: string
  authorization(endpoint: string, now: number): Promise<string>
}

/** Push services accept tokens that are valid for at most 24 hours. */
const VALID_S = 12 * 3_600

/** `contact` returns a mailto: or https: URL where push services can reach the operator. */
export async function openVapid(uow: UnitOfWork, contact: () => string): Promise<Vapid> {
  const known = (await uow.read(db => secretStore(db).find('vapid'))) ?? (await create(uow))
  const jwk = JSON.parse(known) as JWK
  const key = await importJWK(jwk, 'ES256')
  const publicKey = publicKeyOf(jwk)
  return {
    publicKey,
    async authorization(endpoint, now) {
      const token = await new SignJWT({ sub: contact() })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(Math.floor(now / 1000) + VALID_S)
        .sign(key)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}

/** Returns the sender address of emails or else the public URL, as an https: URL (RFC 8292, section 2.1). */
export function contactOf(publicUrl: string, mailFrom: string | undefined): string {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0]
  return address === undefined ? publicUrl.replace(/^http:/, 'https:') : `mailto:${address}`
}

/** Another instance may create a key pair at the same time, so this returns the first one that was stored. */
async function create(uow: UnitOfWork): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const fingerprint = createHash('sha256').update(publicKeyOf(jwk)).digest('hex')
  const value = JSON.stringify(jwk)
  return uow.write([], tx => secretStore(tx).keep('vapid', { fingerprint, value }))
}

const publicKeyOf = ({ x = '', y = '' }: JWK): string =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  )
