// Reads the embedded issuer's signing keys from the database instead of over HTTP.
import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../kernel/time/clock.ts'
import type { IssuerKeys } from './issuer-keys.ts'

/** Keys are read again after this time, so that tokens with a withdrawn key are no longer accepted. */
const REFRESH_MS = 60_000

export function localKeys(load: () => Promise<JWK[]>, clock: Clock): IssuerKeys {
  let known: JWTVerifyGetKey | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<JWTVerifyGetKey> | undefined

  function reload(): Promise<JWTVerifyGetKey> {
    loading ??= load()
      .then(keys => {
        loadedAt = clock.now()
        known = createLocalJWKSet({ keys })
        return known
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  return {
    async getKey(header, token) {
      const isFresh = known && clock.now() - loadedAt < REFRESH_MS
      const first = known && isFresh ? known : await reload()
      try {
        return await first(header, token)
      } catch (error) {
        // Another instance or a command may have just created the key. Reading the keys again costs only one query.
        if (!isFresh || !(error instanceof errors.JWKSNoMatchingKey)) throw error
        return (await reload())(header, token)
      }
    },
    check: async () => {
      await reload()
    },
  }
}
