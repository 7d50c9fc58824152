// Selects the sign-in method that the server offers. The OpenID library is loaded only when needed.
import { type EmbeddedSource, embeddedSource } from './embedded.ts'
import type { OidcSource } from './oidc.ts'
import type { ServerInfo } from './session.ts'

export type Source = { kind: 'embedded'; source: EmbeddedSource } | { kind: 'oidc'; source: OidcSource }

export async function chooseSource(info: ServerInfo): Promise<Source> {
  if (info.sign_in === 'embedded') return { kind: 'embedded', source: embeddedSource() }
  return { kind: 'oidc', source: (await import('./oidc.ts')).oidcSource(info) }
}
