// The reasons for which a sign-in is refused, as the log and the metrics name them.
export type SignInFailure = 'password' | 'token' | 'disabled' | 'throttled'

/** The message for every rejected credential. The line contains the client address, for tools such as fail2ban. */
export const SIGN_IN_REFUSED = 'sign-in refused'

/** `route` is undefined for an unknown path. */
export function signInFailure(status: number, route: string | undefined): SignInFailure {
  if (status === 429) return 'throttled'
  if (status === 403) return 'disabled'
  return PASSWORD_ROUTES.includes(route ?? '') ? 'password' : 'token'
}

/**
 * The routes that check a password or a second factor: of the web app, and of the sign-in page of the OpenID provider.
 */
const PASSWORD_ROUTES = [
  '/auth/sign-in',
  '/auth/oauth/interaction/:uid/login',
  '/auth/oauth/interaction/:uid/code',
]
