// Turns a bearer token into a session. What was verified is remembered, and looked at again every few seconds.
import { hash } from 'node:crypto'
import { mintActor } from '../kernel/actor.ts'
import { unauthorized } from '../kernel/errors.ts'
import type { Session } from '../kernel/session.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { type Revocation, sessionWatch } from './session-watch.ts'
import { type Claims, EXPIRED } from './verify-token.ts'

/** What a verified token says; only here does it become a session with an actor. */
export type Identity = Omit<Session, 'actor'> & {
  readonly user_id: string
  /** What an issuer's token says of the person. */
  readonly claims?: Claims
}

export interface Authenticator {
  /** At once for a remembered token, else a promise; throws or rejects with `unauthorized` or `unavailable`. */
  authenticate(token: string): Session | Promise<Session>
  /** Ends sessions at once on this instance; other instances notice within `RECHECK_MS`. */
  revoke(which: Revocation): void
  /** Calls the listener once when the session is revoked (not when it expires); gives a way to stop listening. */
  onRevoked(session: Session, listener: () => void): () => void
  stop(): void
}

export interface AuthenticatorParts {
  verify(token: string): Promise<Identity>
  /** Keeps the user's profile in step with the token. */
  rememberProfile(claims: Claims): Promise<void>
  /** Those of the sessions that no longer stand: signed out, revoked, account disabled or deleted. */
  ended(sessions: readonly Session[]): Promise<readonly Session[]>
  clock: Clock
  mostRemembered?: number
}

/** The longest that another instance goes on with what was revoked here. */
export const RECHECK_MS = 15_000
const REVOKED = 'The access token has been revoked.'

interface Remembered {
  session: Session
  check_at: number
}

/** A header may have 16 KB: of tokens that long only the hash is kept. */
const keyOf = (token: string): string => (token.length > LONG_TOKEN ? hash('sha256', token) : token)
const LONG_TOKEN = 2_048

export function authenticator(parts: AuthenticatorParts): Authenticator {
  const { clock, mostRemembered = 10_000 } = parts
  const remembered = new Map<string, Remembered>()
  const watch = sessionWatch(parts.ended, RECHECK_MS)
  let revocations = 0

  /** Whatever is revoked while we look is looked at again the next time. */
  async function stands(session: Session): Promise<number> {
    const before = revocations
    const ended = await parts.ended([session])
    if (ended.length > 0) throw unauthorized(REVOKED)
    return revocations === before ? clock.now() + RECHECK_MS : 0
  }

  async function verifyNew(token: string): Promise<Session> {
    const { user_id, claims, ...identity } = await parts.verify(token)
    const session: Session = { ...identity, actor: mintActor(user_id) }
    // Before the profile is kept: the token of a deleted account must not bring its user back.
    const check_at = await stands(session)
    if (claims) await parts.rememberProfile(claims)
    // The oldest goes first: a Map keeps the order of insertion.
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(keyOf(token), { session, check_at })
    return session
  }

  async function lookAgain(key: string, known: Remembered): Promise<Session> {
    try {
      known.check_at = await stands(known.session)
    } catch (error) {
      remembered.delete(key)
      throw error
    }
    return known.session
  }

  return {
    authenticate(token) {
      const key = keyOf(token)
      const known = remembered.get(key)
      if (!known) return verifyNew(token)
      const now = clock.now()
      if (now < known.check_at && now < known.session.expires_at) return known.session
      if (now < known.session.expires_at) return lookAgain(key, known)
      remembered.delete(key)
      throw unauthorized(EXPIRED)
    },
    revoke(which) {
      revocations++
      for (const [key, { session }] of remembered) if (which(session)) remembered.delete(key)
      watch.revoke(which)
    },
    onRevoked: watch.add,
    stop: watch.stop,
  }
}
