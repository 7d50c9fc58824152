// Who is signed in, behind one interface: embedded accounts or an OpenID provider, as the server says.
export type { ServerInfo } from '@daymark/contract/server-info'

export type SessionState = 'loading' | 'signed-out' | 'signed-in'

/** Each way to sign in implements this once; pages know nothing else. */
export interface SessionSource {
  /** Restores what an earlier visit left; resolves to whether someone is signed in. */
  restore(): Promise<boolean>
  /** A valid access token, renewed when needed; undefined when nobody is signed in any more. Rejects when offline. */
  token(): Promise<string | undefined>
  signOut(): Promise<void>
}
