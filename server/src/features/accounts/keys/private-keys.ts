// The private keys that sign the OpenID provider's ID tokens.
import type { JWK } from 'jose'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { AccountLibrary } from '../library.ts'
import { keyStore } from './key-store.ts'
import { isPublished } from './signing-key.ts'

export interface PrivateKeyParts {
  uow: UnitOfWork
  clock: Clock
  library(): Promise<AccountLibrary>
}

/** Returns the published keys, the current one first. The library creates a new key if the last one has expired. */
export const privateKeys =
  ({ uow, clock, library }: PrivateKeyParts) =>
  async (): Promise<JWK[]> => {
    const { sign, openKey } = await library()
    // Signs a token and discards it, because signing rotates the keys if necessary.
    await sign({ exp: 0 })
    const keys = await uow.read(db => keyStore(db).privateKeys())
    const published = keys.filter(key => isPublished(key.expires_at, clock.now()))
    return Promise.all(
      published.map(async key => ({
        ...(await openKey(key.private_key)),
        kid: key.id,
        alg: key.alg ?? 'ES256',
        use: 'sig',
      })),
    )
  }
