// A verified sign-in: the actor, and the credential that was used.
import type { Actor } from './actor.ts'

export interface Session {
  readonly actor: Actor
  /** Milliseconds, leeway included. */
  readonly expires_at: number
  /** The scopes of a personal access token; absent: everything. */
  readonly scopes?: readonly string[]
  /** The session of an embedded account that the token belongs to. */
  readonly session_id?: string
  /** Milliseconds: the time of the sign-in at an external issuer, if the token contains it. */
  readonly signed_in_at?: number
  /** The personal access token that was used, and its name. */
  readonly token_id?: string
  readonly token_name?: string
}
