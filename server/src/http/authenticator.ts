// Turns a bearer token into an actor. A verified token is remembered until it expires.
import { type Actor, mintActor } from '../kernel/actor.ts'
import type { Clock } from '../kernel/clock.ts'
import { unauthorized } from '../kernel/errors.ts'
import { type Claims, EXPIRED } from './verify-token.ts'

export interface Session {
  readonly actor: Actor
  /** Milliseconds; the leeway is already in it. */
  readonly expires_at: number
}

export interface Authenticator {
  /** At once for a remembered token, else a promise; throws or rejects with `unauthorized` or `unavailable`. */
  authenticate(token: string): Session | Promise<Session>
  /** Forgets what is remembered of a user: after the account is deleted or disabled. */
  forget(userId: string): void
}

export interface AuthenticatorParts {
  verify(token: string): Promise<Claims>
  /** Keeps the user's profile in step with the token. */
  rememberProfile(claims: Claims): Promise<void>
  clock: Clock
  leewaySeconds: number
  mostRemembered?: number
}

export function authenticator(parts: AuthenticatorParts): Authenticator {
  const { clock, mostRemembered = 10_000 } = parts
  const remembered = new Map<string, Session>()

  async function verifyNew(token: string): Promise<Session> {
    const claims = await parts.verify(token)
    await parts.rememberProfile(claims)
    const session = {
      actor: mintActor(claims.sub),
      expires_at: claims.expires_at + parts.leewaySeconds * 1000,
    }
    // The oldest goes first: a Map keeps the order of insertion.
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(token, session)
    return session
  }

  return {
    authenticate(token) {
      const session = remembered.get(token)
      if (!session) return verifyNew(token)
      if (clock.now() < session.expires_at) return session
      remembered.delete(token)
      throw unauthorized(EXPIRED)
    },
    forget(userId) {
      for (const [token, session] of remembered) if (session.actor.id === userId) remembered.delete(token)
    },
  }
}
