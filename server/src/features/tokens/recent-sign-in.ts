// With an external issuer: creating a token requires a recent sign-in, if the issuer reports its time.
import { forbidden } from '../../platform/kernel/errors.ts'
import { RECENT_MS, type Recheck } from '../accounts/confirmation.ts'

/** Access tokens of many issuers do not contain the time of the sign-in; then there is nothing to check. */
export function requireRecentSignIn(signedInAt: number | undefined, now: number): Recheck {
  if (signedInAt !== undefined && now - signedInAt > RECENT_MS) {
    throw forbidden('Sign in again to create a token: you signed in more than 10 minutes ago.')
  }
  return async () => {}
}
