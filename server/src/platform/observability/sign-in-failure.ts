// The log and the metrics use these words.
export type SignInFailure = 'password' | 'token' | 'disabled' | 'throttled'

/** The message for every rejected credential. Its line contains the client address, for tools such as fail2ban. */
export const SIGN_IN_REFUSED = 'sign-in refused'

/** `route` is undefined for unknown paths. */
export function signInFailure(status: number, route: string | undefined): SignInFailure {
  if (status === 429) return 'throttled'
  if (status === 403) return 'disabled'
  return PASSWORD_ROUTES.includes(route ?? '') ? 'password' : 'token'
}

/** Sign-in routes that check a password or a second factor: the API's, and those of the OpenID provider's page. */
const PASSWORD_ROUTES = [
  '/auth/sign-in',
  '/auth/oauth/interaction/:uid/login',
  '/auth/oauth/interaction/:uid/code',
]
