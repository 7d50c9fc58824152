// Clients that need no registration.
import type { ClientMetadata } from 'oidc-provider'

export const CLI_CLIENT_ID = 'daymark-cli'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** The command line signs in with a code on another screen, or on a port of its own computer (RFC 8252). */
export const BUILT_IN_CLIENTS: ClientMetadata[] = [
  {
    client_id: CLI_CLIENT_ID,
    client_name: 'Daymark CLI',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  },
]
