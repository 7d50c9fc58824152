// With an external issuer: whoever makes a token must have signed in there a moment ago, as far as the issuer tells.
import { forbidden } from '../../platform/kernel/errors.ts'
import { RECENT_MS, type Recheck } from '../accounts/confirmation.ts'

/** Access tokens of many issuers do not say when one signed in; then there is nothing to require. */
export function requireRecentSignIn(signedInAt: number | undefined, now: number): Recheck {
  if (signedInAt !== undefined && now - signedInAt > RECENT_MS) {
    throw forbidden('Sign in again to make a token: you signed in more than 10 minutes ago.')
  }
  return async () => {}
}
