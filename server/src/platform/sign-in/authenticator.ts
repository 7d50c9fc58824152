// Caches the sessions of verified tokens. A session in use is checked for revocation again after `RECHECK_MS`.
import { hash } from 'node:crypto'
import { mintActor } from '../kernel/actor.ts'
import { unauthorized } from '../kernel/errors.ts'
import type { Session } from '../kernel/session.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { type Revocation, sessionWatch } from './session-watch.ts'
import { type Claims, EXPIRED } from './verify-token.ts'

/** The content of a verified token, before it becomes a session with an actor. */
export type Identity = Omit<Session, 'actor'> & {
  readonly user_id: string
  readonly claims?: Claims
}

export interface Authenticator {
  /**
   * Returns the session synchronously if it is cached and needs no check for revocation. Throws or rejects with
   * `unauthorized` or `unavailable`.
   */
  authenticate(token: string): Session | Promise<Session>
  /** Ends sessions on this instance immediately. Other instances notice within `RECHECK_MS`. */
  revoke(which: Revocation): void
  /** Checks sessions on this instance again: immediately if they have listeners, otherwise at their next use. */
  recheck(which: Revocation): Promise<void>
  /** Calls the listener once if the session is revoked, but not when it expires. Returns an unsubscribe function. */
  onRevoked(session: Session, listener: () => void): () => void
  stop(): void
}

export interface AuthenticatorParts {
  verify(token: string): Promise<Identity>
  /** Updates the user's profile from the token. */
  saveProfile(claims: Claims): Promise<void>
  /** Returns the sessions that are no longer valid, for example after a sign-out or because the account is disabled. */
  ended(sessions: readonly Session[]): Promise<readonly Session[]>
  clock: Clock
  cacheSize?: number
}

/** How long other instances may still accept a session that was revoked here. */
export const RECHECK_MS = 15_000
const REVOKED = 'The access token has been revoked.'

interface CachedSession {
  session: Session
  check_at: number
}

/** Hashes long tokens for the cache key, because a header can have 16 KB. */
const keyOf = (token: string): string => (token.length > LONG_TOKEN ? hash('sha256', token) : token)
const LONG_TOKEN = 2_048

export function authenticator(parts: AuthenticatorParts): Authenticator {
  const { clock, cacheSize = 10_000 } = parts
  const cache = new Map<string, CachedSession>()
  const watch = sessionWatch(parts.ended, RECHECK_MS)
  let revocations = 0

  /**
   * Throws if the session has ended. Returns the time of the next check, which is immediate if any session was revoked
   * during this check.
   */
  async function requireValid(session: Session): Promise<number> {
    const before = revocations
    const ended = await parts.ended([session])
    if (ended.length > 0) throw unauthorized(REVOKED)
    return revocations === before ? clock.now() + RECHECK_MS : 0
  }

  async function verifyNew(token: string): Promise<Session> {
    const before = revocations
    const { user_id, claims, ...identity } = await parts.verify(token)
    const session: Session = { ...identity, actor: mintActor(user_id) }
    // Must run before the profile is saved, because a deleted account's token must not recreate the user.
    const check_at = await requireValid(session)
    if (claims) await parts.saveProfile(claims)
    // A Map keeps insertion order, so its first entry is the oldest.
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '')
    // A session that was revoked meanwhile was not in the cache yet, so it must be checked at its next use.
    cache.set(keyOf(token), { session, check_at: revocations === before ? check_at : 0 })
    return session
  }

  async function recheck(key: string, known: CachedSession): Promise<Session> {
    try {
      known.check_at = await requireValid(known.session)
    } catch (error) {
      cache.delete(key)
      throw error
    }
    return known.session
  }

  return {
    authenticate(token) {
      const key = keyOf(token)
      const known = cache.get(key)
      if (!known) return verifyNew(token)
      const now = clock.now()
      if (now < known.check_at && now < known.session.expires_at) return known.session
      if (now < known.session.expires_at) return recheck(key, known)
      cache.delete(key)
      throw unauthorized(EXPIRED)
    },
    revoke(which) {
      revocations++
      for (const [key, { session }] of cache) if (which(session)) cache.delete(key)
      watch.revoke(which)
    },
    recheck(which) {
      revocations++
      for (const known of cache.values()) if (which(known.session)) known.check_at = 0
      return watch.recheck(which)
    },
    onRevoked: watch.add,
    stop: watch.stop,
  }
}
