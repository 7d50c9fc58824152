// Fetches the issuer's keys, keeps them while the issuer is down, and fetches them again when they are old or a key id
// is unknown.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { unavailable } from '../kernel/errors.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { type Outbound, SHORT_DEADLINE_MS } from '../outbound/outbound.ts'

/** Unknown key ids cause at most one refetch per interval, so that forged tokens cannot flood the issuer. */
const REFETCH_MS = 30_000
/** Keys are fetched again after this time, so that tokens with a withdrawn key are no longer accepted. */
const REFRESH_MS = 600_000
/** The delay between retries of the first fetch. */
const RETRY_MS = 1_000
const MAX_BYTES = 1_048_576

export interface IssuerKeys {
  getKey: JWTVerifyGetKey
  /** Loads the keys if necessary. Rejects if that fails. */
  check(): Promise<void>
}

type Fetch = Outbound['fetchConfigured']

export interface KeyAddress {
  issuer: string
  jwksUrl?: string | undefined
}

export function remoteKeys(address: KeyAddress, clock: Clock, fetch: Fetch): IssuerKeys {
  let keys: JWTVerifyGetKey | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | undefined

  function refetch(): Promise<void> {
    fetchedAt = clock.now()
    fetching ??= fetchKeys(address, fetch)
      .then(set => {
        keys = createLocalJWKSet(set)
      })
      .finally(() => {
        fetching = undefined
      })
    return fetching
  }

  const age = () => clock.now() - fetchedAt

  async function known(): Promise<JWTVerifyGetKey> {
    if (!keys && (fetching || age() >= RETRY_MS)) await refetch().catch(unreachable)
    else if (age() >= REFRESH_MS) refetch().catch(() => {})
    return keys ?? unreachable()
  }

  return {
    async getKey(header, token) {
      const first = await known()
      try {
        return await first(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || age() < REFETCH_MS) throw error
        await refetch().catch(() => {})
        return (keys ?? first)(header, token)
      }
    },
    check: async () => {
      await known()
    },
  }
}

function unreachable(cause?: unknown): never {
  throw unavailable(
    'The keys of the sign-in service cannot be reached at the moment. Please try again.',
    cause,
  )
}

async function fetchKeys({ issuer, jwksUrl }: KeyAddress, fetch: Fetch): Promise<JSONWebKeySet> {
  return (await fetchJson(fetch, jwksUrl ?? (await discover(fetch, issuer)))) as JSONWebKeySet
}

async function discover(fetch: Fetch, issuer: string): Promise<string> {
  const document = await fetchJson(fetch, `${issuer}/.well-known/openid-configuration`)
  const address = (document as { jwks_uri?: unknown }).jwks_uri
  if (typeof address !== 'string') throw new Error('The discovery document contains no jwks_uri.')
  return address
}

async function fetchJson(fetch: Fetch, url: string): Promise<unknown> {
  const response = await fetch({ url, maxBytes: MAX_BYTES, deadline_ms: SHORT_DEADLINE_MS })
  if (response.status !== 200) {
    response.discard()
    throw new Error(`${url} answered ${response.status}.`)
  }
  return JSON.parse((await response.bytes()).toString('utf8'))
}
