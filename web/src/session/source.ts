// Picks the way to sign in that the server offers.
import type { ServerInfo, SessionSource } from './session.ts'

export async function chooseSource(info: ServerInfo): Promise<SessionSource> {
  if (info.sign_in === 'oidc') return (await import('./oidc.ts')).oidcSource(info)
  return (await import('./embedded.ts')).embeddedSource()
}
