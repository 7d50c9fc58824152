import type { Actor } from './actor.ts'

export interface Session {
  readonly actor: Actor
  /** The token's expiry in milliseconds since the epoch, including the tolerated clock skew. */
  readonly expires_at: number
  /** The scopes of the credential. Absent means full access. */
  readonly scopes?: readonly string[]
  /** An embedded account's stored session. Set for tokens from a sign-in and for tokens that the operator printed. */
  readonly session_id?: string
  /** True for a token that the operator printed for a script (`npm run token`). */
  readonly is_printed?: boolean
  /** The sign-in time at an external issuer in milliseconds, if the token contains it. */
  readonly signed_in_at?: number
  /** Set if a personal access token was used. */
  readonly token_id?: string
  readonly token_name?: string
  /** Set if a device password was used. `token_name` contains its name. */
  readonly device_id?: string
  /**
   * Set if a connected app made the request. `access_id` is a hash of its access token, and `token_name` contains the
   * app's name.
   */
  readonly app_id?: string
  readonly access_id?: string
  /** The only part of the server that accepts the token (RFC 8707). Absent means the whole API. */
  readonly audience?: 'mcp'
}
