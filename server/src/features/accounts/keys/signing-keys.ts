// The keys that sign the tokens of embedded accounts. A key signs for 90 days; the next signature creates a new one.
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { openFormerKey } from './former-key.ts'
import { keyStore, type StoredKey } from './key-store.ts'
import { sealWith } from './seal.ts'
import { isPublished, KEY_LIFE_MS } from './signing-key.ts'

const ALGORITHM = 'ES256'

export interface SigningKeyParts {
  uow: UnitOfWork
  clock: Clock
  secret: string
}

export interface SigningKeys {
  /** Returns a JWT with these claims, signed with the current key. */
  sign(claims: Record<string, unknown>): Promise<string>
  /** Returns the published keys with their private parts, the current one first. */
  all(): Promise<JWK[]>
}

export function signingKeys({ uow, clock, secret }: SigningKeyParts): SigningKeys {
  const seal = sealWith(secret, 'signing keys')

  async function create(): Promise<StoredKey> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true })
    const id = newId()
    return {
      id,
      public_key: JSON.stringify(await exportJWK(pair.publicKey)),
      private_key: seal.close(JSON.stringify(await exportJWK(pair.privateKey)), id),
      alg: ALGORITHM,
      expires_at: clock.now() + KEY_LIFE_MS,
    }
  }

  async function current(): Promise<StoredKey> {
    const found = await uow.read(db => keyStore(db).newest(clock.now()))
    if (found) return found
    const created = await create()
    return uow.write(['signing keys'], async tx => {
      const keys = keyStore(tx)
      // Another instance may have been faster.
      const existing = await keys.newest(clock.now())
      if (existing) return existing
      await keys.add(created, clock.now())
      return created
    })
  }

  function open({ id, private_key, alg }: StoredKey): JWK {
    const text = seal.open(private_key, id) ?? openFormerKey(private_key, secret)
    return { ...(JSON.parse(text) as JWK), kid: id, alg: alg ?? ALGORITHM, use: 'sig' }
  }

  return {
    async sign(claims) {
      const key = await current()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
        .sign(await importJWK(open(key), ALGORITHM))
    },
    async all() {
      await current()
      const keys = await uow.read(db => keyStore(db).privateKeys())
      return keys.filter(key => isPublished(key.expires_at, clock.now())).map(open)
    },
  }
}
