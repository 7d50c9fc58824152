// Signs in with the authorization code flow and PKCE, at this server or at another provider.
import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { ServerInfo } from '../session.ts'
import { storage, windowStorage } from '../storage/browser-storage.ts'

export const CALLBACK = '/callback'
/** The client id of the web app at this server. */
const OWN_CLIENT_ID = 'daymark-web'

/**
 * Creates the manager of the flow. To sign in, it calls `visit` with the address of the sign-in page. Without `visit`,
 * the browser opens that address.
 */
export function openManager(info: ServerInfo, visit?: (address: string) => void): UserManager {
  const isOwn = info.sign_in === 'embedded'
  const settings = {
    authority: info.issuer,
    client_id: isOwn ? OWN_CLIENT_ID : (info.client_id ?? ''),
    redirect_uri: location.origin + CALLBACK,
    post_logout_redirect_uri: `${location.origin}/`,
    // The refresh token of this server is in a cookie, so it needs no scope.
    scope: isOwn ? 'openid profile email' : 'openid profile email offline_access',
    // Tokens of this server are kept elsewhere (`cookie-tokens.ts`).
    userStore: new WebStorageStateStore({ store: isOwn ? new InMemoryWebStorage() : windowStorage }),
    stateStore: new WebStorageStateStore({ store: storage }),
    automaticSilentRenew: !isOwn,
    ...(isOwn && { metadata: ownMetadata(info.issuer) }),
  }
  if (!visit) return new UserManager(settings)
  return new UserManager(settings, {
    prepare: async () => ({
      navigate: async ({ url }: { url: string }) => {
        visit(url)
        return { url }
      },
      close: () => {},
    }),
    callback: async () => {},
  })
}

/** The endpoints of this server at the address that the browser uses, which may not be the public one. */
const ownMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${location.origin}/auth/oauth/authorize`,
  token_endpoint: `${location.origin}/auth/oauth/token`,
  end_session_endpoint: `${location.origin}/auth/oauth/end_session`,
  jwks_uri: `${location.origin}/auth/jwks`,
})

/**
 * Begins the flow without leaving this page. Returns the address of the sign-in page, and a function that exchanges the
 * code.
 */
export async function beginFlow(info: ServerInfo) {
  let address = ''
  const manager = openManager(info, asked => {
    address = asked
  })
  await manager.signinRedirect()
  return { address, finish: (back: string) => finishFlow(manager, info, back) }
}

/** Exchanges the code in the address to which the provider has redirected. */
export async function finishFlow(manager: UserManager, info: ServerInfo, address: string): Promise<User> {
  const issuer = new URL(address).searchParams.get('iss')
  // Rejects a response from a different provider than the requested one (RFC 9207).
  if (issuer !== null && issuer !== info.issuer) throw new Error('The response came from another provider.')
  return manager.signinRedirectCallback(address)
}
