// Accounts and their sessions in the domain model.

export interface Account {
  /** The `sub` of its tokens. */
  id: string
  email: string
  name: string
  image: string | null
  email_verified: boolean
  created_at: number
}

/** Opened with a password, or created by the operator's `token` command as an access token without refresh. */
export type SessionKind = 'sign_in' | 'command'

export interface AccountSession {
  id: string
  account_id: string
  kind: SessionKind
  user_agent: string | null
  generation: number
  created_at: number
  /** When the refresh token was last exchanged. */
  exchanged_at: number
  expires_at: number
}

/** The name of a person who gave none: the part before the @. */
export const nameFor = (email: string, name: string | null | undefined): string =>
  name ?? email.split('@')[0] ?? email
