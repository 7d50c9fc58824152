// A verified sign-in: the actor and the credential.
import type { Actor } from './actor.ts'

export interface Session {
  readonly actor: Actor
  /** The expiry of the token in milliseconds since the epoch, including the tolerated clock difference. */
  readonly expires_at: number
  /** The scopes of a personal access token. Absent means full access. */
  readonly scopes?: readonly string[]
  /** The id of the embedded account's session that the token belongs to. */
  readonly session_id?: string
  /** The time of the sign-in at an external issuer in milliseconds, if the token contains it. */
  readonly signed_in_at?: number
  /** The id and name of the personal access token, if one was used. */
  readonly token_id?: string
  readonly token_name?: string
}
