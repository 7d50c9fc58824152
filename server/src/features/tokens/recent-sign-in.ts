// With an external issuer, some actions (such as creating a token) require a recent sign-in.
import { forbidden } from '../../platform/kernel/errors.ts'
import { RECENT_MS, type Recheck } from '../accounts/confirmation.ts'

/** Passes if the sign-in time is unknown, because many issuers omit it from access tokens. */
export function requireRecentSignIn(signedInAt: number | undefined, now: number): Recheck {
  if (signedInAt !== undefined && now - signedInAt > RECENT_MS) {
    throw forbidden('Sign in again first: you signed in more than 10 minutes ago.')
  }
  return async () => {}
}
