export interface Account {
  /** The `sub` claim in tokens. */
  id: string
  email: string
  name: string
  image: string | null
  email_verified: boolean
  created_at: number
}

/** An account as its owner sees it. */
export interface AccountDetails extends Account {
  /** A new email address that the owner has not confirmed yet. */
  pending_email: string | null
}

/**
 * `sign_in`: opened by a person who signed in. `command`: opened by `npm run token`, for an access token that cannot be
 * refreshed.
 */
export type SessionKind = 'sign_in' | 'command'

export interface AccountSession {
  id: string
  account_id: string
  kind: SessionKind
  user_agent: string | null
  /** The client's IP address when the session was opened or last refreshed. */
  address: string | null
  generation: number
  created_at: number
  /** When the refresh token was last exchanged, or when the session was opened. */
  exchanged_at: number
  expires_at: number
}

export const nameFor = (email: string, name: string | null | undefined): string =>
  name ?? email.split('@')[0] ?? email
