// Types of accounts and sessions.

export interface Account {
  /** The `sub` claim of the account's tokens. */
  id: string
  email: string
  name: string
  image: string | null
  email_verified: boolean
  created_at: number
}

/** An account as its owner sees it. */
export interface AccountDetails extends Account {
  /** The new email address that the owner has not confirmed yet. */
  pending_email: string | null
}

/**
 * `sign_in`: opened by a sign-in, with a password or a passkey. `command`: opened by `npm run token`, for an access
 * token that cannot be refreshed.
 */
export type SessionKind = 'sign_in' | 'command'

export interface AccountSession {
  id: string
  account_id: string
  kind: SessionKind
  user_agent: string | null
  /** The client address of the last use. */
  address: string | null
  generation: number
  created_at: number
  /** When the refresh token was last exchanged. */
  exchanged_at: number
  expires_at: number
}

/** Returns the given name, or the part of the email address before the @. */
export const nameFor = (email: string, name: string | null | undefined): string =>
  name ?? email.split('@')[0] ?? email
