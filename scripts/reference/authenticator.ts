// An authenticator app for the tour: computes the code of a secret.
import { Secret, TOTP } from 'otpauth'

export const codeOf = async (secret: string, now: number): Promise<string> =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
