import type { ClientMetadata } from 'oidc-provider'
import { WEB_CALLBACK, WEB_CLIENT_ID } from './web-client.ts'

export const CLI_CLIENT_ID = 'daymark-cli'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * True if codes may be sent to this address. OAuth 2.1 allows codes only over HTTPS or to the loopback interface. A
 * server without HTTPS may also send them to its own host, which sees everything anyway. The library checks the custom
 * schemes of native apps.
 */
export function isSafeRedirect(uri: unknown, publicUrl: string): boolean {
  const url = typeof uri === 'string' ? URL.parse(uri) : null
  if (url?.protocol !== 'http:') return true
  const home = new URL(publicUrl)
  return LOOPBACK.has(url.hostname) || (home.protocol === 'http:' && url.hostname === home.hostname)
}

export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** True if any address has a custom scheme, which only native programs have, or if all are loopback addresses. */
export function isOfProgram(uris: unknown): boolean {
  if (!Array.isArray(uris)) return false
  const urls = uris.map(uri => (typeof uri === 'string' ? URL.parse(uri) : null))
  return urls.some(hasOwnScheme) || (urls.length > 0 && urls.every(isLoopback))
}

const hasOwnScheme = (url: URL | null): boolean => url !== null && !/^https?:$/.test(url.protocol)
const isLoopback = (url: URL | null): boolean => url?.protocol === 'http:' && LOOPBACK.has(url.hostname)

export const builtInClients = (publicUrl: string): ClientMetadata[] => [
  // The command line signs in with a device code, or with a redirect to a local port (RFC 8252).
  {
    client_id: CLI_CLIENT_ID,
    client_name: 'Daymark CLI',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  },
  {
    client_id: WEB_CLIENT_ID,
    client_name: 'Daymark',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [`${publicUrl}${WEB_CALLBACK}`],
  },
]
