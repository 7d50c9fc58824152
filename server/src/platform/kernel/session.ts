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
  /** True for a token that the operator has printed for a script, which is not a session of the web app. */
  readonly is_printed?: boolean
  /** The time of the sign-in at an external issuer in milliseconds, if the token contains it. */
  readonly signed_in_at?: number
  /** The id and name of the personal access token, if one was used. */
  readonly token_id?: string
  readonly token_name?: string
  /** The id of the device password, if one was used. Its name is `token_name`. */
  readonly device_id?: string
  /** The id of the connected app and the hash of its access token, if one was used. The app's name is `token_name`. */
  readonly app_id?: string
  readonly access_id?: string
  /** The only part of the server that the token is for (RFC 8707). Absent means the whole API. */
  readonly audience?: 'mcp'
}
