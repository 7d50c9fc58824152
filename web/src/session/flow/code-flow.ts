// The authorization code flow with PKCE, for this server and for other providers.
import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { ServerInfo } from '../session.ts'
import { storage, windowStorage } from '../storage/browser-storage.ts'

export const CALLBACK = '/callback'
/** This server's client id for the web app. */
const OWN_CLIENT_ID = 'daymark-web'

/** To sign in, the manager passes the sign-in URL to `visit`. Without `visit`, the browser navigates to it. */
export function openManager(info: ServerInfo, visit?: (address: string) => void): UserManager {
  const isOwn = info.sign_in === 'embedded'
  const settings = {
    authority: info.issuer,
    client_id: isOwn ? OWN_CLIENT_ID : (info.client_id ?? ''),
    redirect_uri: location.origin + CALLBACK,
    post_logout_redirect_uri: `${location.origin}/`,
    // This server sends its refresh token in a cookie and needs no `offline_access`.
    scope: isOwn ? 'openid profile email' : 'openid profile email offline_access',
    // This server's tokens stay only in memory here, because `cookie-tokens.ts` manages them.
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

/** Uses this page's origin, because the browser may use another address than the server's public one. */
const ownMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${location.origin}/auth/oauth/authorize`,
  token_endpoint: `${location.origin}/auth/oauth/token`,
  end_session_endpoint: `${location.origin}/auth/oauth/end_session`,
  jwks_uri: `${location.origin}/auth/jwks`,
})

/** Starts the flow without leaving the page. Returns the sign-in URL and a function that exchanges the code. */
export async function beginFlow(info: ServerInfo) {
  let address = ''
  const manager = openManager(info, asked => {
    address = asked
  })
  await manager.signinRedirect()
  return { address, finish: (back: string) => finishFlow(manager, info, back) }
}

/** `address` is the URL that the provider redirected to. It contains the code or an error of the provider. */
export async function finishFlow(manager: UserManager, info: ServerInfo, address: string): Promise<User> {
  const issuer = new URL(address).searchParams.get('iss')
  // Rejects a response from another provider than the requested one (RFC 9207).
  if (issuer !== null && issuer !== info.issuer) throw new Error('The response came from another provider.')
  return manager.signinRedirectCallback(address)
}
