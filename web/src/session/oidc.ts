// Sign-in with an OpenID provider (authorization code flow with PKCE).
import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { currentLanguage } from './language.tsx'
import { returnAddress } from './return-address.ts'
import type { ServerInfo, SessionSource } from './session.ts'
import { storage, windowStorage } from './storage/browser-storage.ts'
import { sessionTexts } from './texts.ts'

export interface OidcSource extends SessionSource {
  /**
   * Redirects to the provider, which redirects back to `/callback`. With `again` the provider asks for the password
   * even if the user is signed in there.
   */
  signIn(options?: { again?: boolean }): Promise<void>
}

export const CALLBACK = '/callback'
/** Set while this window signs out, so that a reload before the redirect does not sign in again. */
const SIGNING_OUT = 'daymark.signing-out'

export function oidcSource(info: ServerInfo): OidcSource {
  const manager = new UserManager({
    authority: info.issuer,
    client_id: info.client_id ?? '',
    redirect_uri: location.origin + CALLBACK,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: 'openid profile email offline_access',
    userStore: new WebStorageStateStore({ store: windowStorage }),
    stateStore: new WebStorageStateStore({ store: storage }),
  })

  let last: string | undefined
  let renewing: Promise<string | undefined> | undefined
  const token = async (refused?: string): Promise<string | undefined> => {
    const user = await manager.getUser()
    last = user?.access_token
    if (user && !user.expired && user.access_token !== refused) return user.access_token
    // A window that was opened offline has no tokens yet, but the session must not end.
    if (!navigator.onLine) throw new Error(sessionTexts[currentLanguage()].offline)
    if (!user?.refresh_token) return undefined
    // All callers share one renewal, because a refresh token can be used only once.
    renewing ??= renewed(manager).finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const remove = () => manager.removeUser().catch(() => {})

  return {
    isShared: false,
    token,
    lastToken: () => last,
    forget: () => void remove(),
    async restore() {
      if (windowStorage.getItem(SIGNING_OUT) !== null) await remove()
      windowStorage.removeItem(SIGNING_OUT)
      if (location.pathname === CALLBACK) history.replaceState(null, '', await finished(manager))
      return (await token()) !== undefined
    },
    signIn: ({ again = false } = {}) =>
      manager.signinRedirect({
        state: location.pathname + location.search + location.hash,
        ...(again && { prompt: 'login' }),
      }),
    async signOut(lastWrites) {
      windowStorage.setItem(SIGNING_OUT, '1')
      await lastWrites
      await manager.signoutRedirect().catch(remove)
    },
  }
}

/** Only a refusal by the provider ends the session. A lost connection does not. */
async function renewed(manager: UserManager): Promise<string | undefined> {
  try {
    return (await manager.signinSilent())?.access_token
  } catch (error) {
    if (error instanceof ErrorResponse) return undefined
    throw error
  }
}

/** Returns the page to open. If the user canceled or came back too late, nobody is signed in. */
async function finished(manager: UserManager): Promise<string> {
  try {
    return returnAddress((await manager.signinRedirectCallback()).state)
  } catch (error) {
    // A network error is thrown, because a retry may succeed later.
    if (error instanceof TypeError) throw error
    return '/'
  }
}
