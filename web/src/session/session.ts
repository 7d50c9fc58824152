// The session interface for accounts of this server and of OpenID providers.
export type { ServerInfo } from '@daymark/contract/accounts/server-info'

/** Where the tokens of a session are, and how they are renewed. */
export interface SessionSource {
  /** True if all windows of the browser share the session through a cookie. */
  readonly isShared: boolean
  /** Restores the session of an earlier visit. Resolves to true if the user is signed in. */
  restore(): Promise<boolean>
  /**
   * A valid access token, renewed when needed; undefined when signed out. Rejects when offline.
   * A `refused` token is not returned again.
   */
  token(refused?: string): Promise<string | undefined>
  /** Returns the last known token, even if expired, for a closing page that has no time to renew it. */
  lastToken(): string | undefined
  /** Drops the tokens of this window after another window signed out. */
  forget(): void
  /**
   * Records the sign-out immediately, even across a reload. The server is notified after `lastWrites`,
   * which still need the session.
   */
  signOut(lastWrites: Promise<unknown>): Promise<void>
}

/** The tokens that the provider returns for an authorization code. */
export interface NewTokens {
  access_token: string
  expires_in: number
}

export interface KeptTokens extends SessionSource {
  /** Starts a session with new tokens. */
  keep(tokens: NewTokens): void
}

/** `refused`: this server does not accept the tokens of the provider. */
export type SignInProblem = { kind: 'failed'; reason: string } | { kind: 'refused' | 'unreachable' }

export interface ProviderTokens extends SessionSource {
  /** Why the last sign-in failed. */
  problem(): SignInProblem | undefined
}

/** Reads the user's id from an access token; undefined if the token has another format. */
export function accountOf(token: string | undefined): string | undefined {
  try {
    const payload = token?.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), char =>
      char.charCodeAt(0),
    )
    const { sub } = JSON.parse(new TextDecoder().decode(bytes))
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}
