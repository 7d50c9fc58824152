// Manages the tokens of an account at another OpenID provider. Each window has its own tokens.
import { ApiError, createClient } from '@daymark/client'
import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { currentLanguage } from '../language.tsx'
import { patientFetch, RETRY } from '../requests/connection.ts'
import { returnAddress } from '../return-address.ts'
import type { ProviderTokens, ServerInfo, SignInProblem } from '../session.ts'
import { windowStorage } from '../storage/browser-storage.ts'
import { sessionTexts } from '../texts.ts'
import { CALLBACK, finishFlow } from './code-flow.ts'

/** Set during sign-out, so that a reload before the redirect does not sign in again. */
const SIGNING_OUT = 'daymark.signing-out'

export function providerTokens(manager: UserManager, info: ServerInfo): ProviderTokens {
  let last: string | undefined
  let problem: SignInProblem | undefined
  let renewing: Promise<string | undefined> | undefined
  const token = async (refused?: string): Promise<string | undefined> => {
    const user = await manager.getUser()
    last = user?.access_token
    if (user && !user.expired && user.access_token !== refused) return user.access_token
    // Being offline must not end the session, even if the tokens have expired or this new window has none yet.
    if (!navigator.onLine) throw new Error(sessionTexts[currentLanguage()].offline)
    if (!user?.refresh_token) return undefined
    // All callers share one renewal, because many providers accept a refresh token only once.
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
    problem: () => problem,
    forget: () => void remove(),
    async restore() {
      if (windowStorage.getItem(SIGNING_OUT) !== null) await remove()
      windowStorage.removeItem(SIGNING_OUT)
      if (location.pathname === CALLBACK) {
        const { address, reason, fresh } = await returned(manager, info)
        history.replaceState(null, '', address)
        if (reason !== undefined) problem = { kind: 'failed', reason }
        if (fresh !== undefined && (await isRefused(fresh))) {
          problem = { kind: 'refused' }
          await remove()
        }
      }
      return (await token()) !== undefined
    },
    async signOut(lastWrites) {
      windowStorage.setItem(SIGNING_OUT, '1')
      await lastWrites
      await manager.signoutRedirect().catch(remove)
    },
  }
}

/** Returns undefined if the provider answers with an OAuth error. Other failures, such as a lost connection, throw. */
async function renewed(manager: UserManager): Promise<string | undefined> {
  try {
    return (await manager.signinSilent())?.access_token
  } catch (error) {
    if (error instanceof ErrorResponse) return undefined
    throw error
  }
}

/** Call this only right after a sign-in. Later, a rejected token means that the session has ended. */
async function isRefused(token: string): Promise<boolean> {
  const client = createClient({ baseUrl: location.origin, token, fetch: patientFetch, retry: RETRY })
  return client.users.me().then(
    () => false,
    error => error instanceof ApiError && error.status === 401,
  )
}

/**
 * Completes a sign-in after the redirect. Returns no new token if the sign-in failed, for example because it expired.
 */
async function returned(
  manager: UserManager,
  info: ServerInfo,
): Promise<{ address: string; reason?: string; fresh?: string }> {
  try {
    const { state, access_token } = await finishFlow(manager, info, location.href)
    return { address: returnAddress(state), fresh: access_token }
  } catch (error) {
    // A network error is rethrown, because a retry may succeed later.
    if (error instanceof TypeError) throw error
    const isCanceled = error instanceof ErrorResponse && error.error === 'access_denied'
    return {
      address: '/',
      ...(!isCanceled && { reason: error instanceof Error ? error.message : String(error) }),
    }
  }
}
