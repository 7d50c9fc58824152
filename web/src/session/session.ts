// Who is signed in, behind one interface: embedded accounts or an OpenID provider, as the server says.
export type { ServerInfo } from '@daymark/contract/accounts/server-info'

/** Each way to sign in implements this once; pages know nothing else. */
export interface SessionSource {
  /** Whether all windows of the browser share the session, as they share a cookie. */
  readonly isShared: boolean
  /** Restores what an earlier visit left; resolves to whether someone is signed in. */
  restore(): Promise<boolean>
  /**
   * A valid access token, renewed when needed; undefined when nobody is signed in any more. Rejects when offline.
   * A `refused` token is not given again.
   */
  token(refused?: string): Promise<string | undefined>
  /** The last known token, expired or not, for a page that is being closed and has no time to renew it. */
  lastToken(): string | undefined
  /** Forgets the tokens of this window, because another window has signed out. */
  forget(): void
  /**
   * Remembers at once, even over a reload, that the person has signed out. The server is told after `lastWrites`,
   * which still need the session.
   */
  signOut(lastWrites: Promise<unknown>): Promise<void>
}

/** The person's id in an access token; undefined if it is not one of ours. */
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
