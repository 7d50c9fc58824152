// Signing in at an OpenID provider, by authorisation code with PKCE.
import type { ServerInfo, SessionSource } from './session.ts'

export function oidcSource(_info: ServerInfo): SessionSource {
  return {
    restore: async () => false,
    token: async () => undefined,
    signOut: async () => {},
  }
}
