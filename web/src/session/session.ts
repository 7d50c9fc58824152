// Who is signed in, behind one interface: embedded accounts or an OpenID provider, as the server says.
export interface ServerInfo {
  sign_in: 'embedded' | 'oidc'
  issuer: string
  client_id: string | null
  signup: 'open' | 'closed'
  version: string
}

export type SessionState = 'loading' | 'signed-out' | 'signed-in'

/** Each way to sign in implements this once; pages know nothing else. */
export interface SessionSource {
  /** Restores what an earlier visit left; resolves to whether someone is signed in. */
  restore(): Promise<boolean>
  /** A valid access token, refreshed when needed; undefined when nobody is signed in any more. */
  token(): Promise<string | undefined>
  signOut(): Promise<void>
}

export async function fetchServerInfo(): Promise<ServerInfo> {
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error('The server does not answer as expected.')
  return (await response.json()) as ServerInfo
}
