export type { ServerInfo } from '@daymark/contract/accounts/server-info'

/** Stores and renews a session's tokens. */
export interface SessionSource {
  /** True if all windows of a browser share the session through a cookie. */
  readonly isShared: boolean
  /** Restores an earlier session. Resolves to true if the user is signed in. */
  restore(): Promise<boolean>
  /**
   * Returns a valid access token, renewed if needed. Resolves to undefined when signed out. Rejects if the renewal
   * fails for another reason, such as a lost connection. Never returns the `refused` token again.
   */
  token(refused?: string): Promise<string | undefined>
  /** Returns the last known token, even if expired, because a closing page has no time to renew it. */
  lastToken(): string | undefined
  /** Drops this window's tokens after another window signed out or in. */
  forget(): void
  /**
   * Records the sign-out immediately, so that it survives a reload. Notifies the server after `lastWrites`, which still
   * need the session.
   */
  signOut(lastWrites: Promise<unknown>): Promise<void>
}

/** The part of a token response that the app uses. */
export interface NewTokens {
  access_token: string
  expires_in: number
}

export interface KeptTokens extends SessionSource {
  keep(tokens: NewTokens): void
}

/** `refused` means that this server does not accept the provider's tokens. */
export type SignInProblem = { kind: 'failed'; reason: string } | { kind: 'refused' | 'unreachable' }

export interface ProviderTokens extends SessionSource {
  /** Returns the reason if the last sign-in failed. */
  problem(): SignInProblem | undefined
}

/** Returns the user's id, or undefined if the token is not a JWT with a `sub` claim. */
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
