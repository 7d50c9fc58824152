// Signing in at an OpenID provider, by authorisation code with PKCE.
import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { returnAddress } from './return-address.ts'
import type { ServerInfo, SessionSource } from './session.ts'

export interface OidcSource extends SessionSource {
  /** Leaves for the provider; it sends the browser back to `/callback`. */
  signIn(): Promise<void>
}

export const CALLBACK = '/callback'

export function oidcSource(info: ServerInfo): OidcSource {
  const manager = new UserManager({
    authority: info.issuer,
    client_id: info.client_id ?? '',
    redirect_uri: location.origin + CALLBACK,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: 'openid profile email offline_access',
    userStore: new WebStorageStateStore({ store: sessionStorage }),
  })

  let renewing: Promise<string | undefined> | undefined
  const token = async (): Promise<string | undefined> => {
    const user = await manager.getUser()
    if (user && !user.expired) return user.access_token
    // A window opened offline has no tokens yet; that is not the end of the session.
    if (!navigator.onLine) throw new Error('There is no connection.')
    if (!user?.refresh_token) return undefined
    // Once for all who ask: a refresh token is good for one use.
    renewing ??= renewed(manager).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    token,
    async restore() {
      if (location.pathname === CALLBACK) history.replaceState(null, '', await finished(manager))
      return (await token()) !== undefined
    },
    signIn: () => manager.signinRedirect({ state: location.pathname + location.search + location.hash }),
    signOut: () => manager.signoutRedirect().catch(() => manager.removeUser()),
  }
}

/** Only the provider's own word ends a session; a lost connection does not. */
async function renewed(manager: UserManager): Promise<string | undefined> {
  try {
    return (await manager.signinSilent())?.access_token
  } catch (error) {
    if (error instanceof ErrorResponse) return undefined
    throw error
  }
}

/** Where to go on. Who has cancelled at the provider, or comes back too late, is simply not signed in. */
async function finished(manager: UserManager): Promise<string> {
  try {
    return returnAddress((await manager.signinRedirectCallback()).state)
  } catch (error) {
    // Without a connection another attempt may still succeed.
    if (error instanceof TypeError) throw error
    return '/'
  }
}
