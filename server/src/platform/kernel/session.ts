// A verified sign-in: the actor, and what it was signed in with.
import type { Actor } from './actor.ts'

export interface Session {
  readonly actor: Actor
  /** Milliseconds; the leeway is already in it. */
  readonly expires_at: number
  /** What a personal access token may do; absent: everything. */
  readonly scopes?: readonly string[]
  /** The sign-in of an embedded account that the token came from. */
  readonly session_id?: string
  /** When one signed in at an external issuer, if it says so; milliseconds. */
  readonly signed_in_at?: number
  /** The personal access token that this is, and its name. */
  readonly token_id?: string
  readonly token_name?: string
}
