import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Account } from '../account.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The issuer of tokens created on the command line, where the server's address is unknown. */
export const COMMAND_ISSUER = 'urn:daymark:command'

export interface IssuerParts {
  clock: Clock
  keys: SigningKeys
  /** Returns the `iss` claim. It is a function because the port may be unknown until the server listens. */
  issuer(): string
  /** Whether addresses count as verified without a confirmation by email. */
  trustEmail: boolean
}

export type TokenIssuer = ReturnType<typeof tokenIssuer>

export function tokenIssuer({ clock, keys, issuer, trustEmail }: IssuerParts) {
  return async (account: Account, seconds: number, sessionId: string): Promise<string> => {
    const iat = Math.floor(clock.now() / 1000)
    return keys.sign({
      iss: issuer(),
      aud: issuer(),
      sub: account.id,
      iat,
      exp: iat + seconds,
      email: account.email,
      email_verified: trustEmail || account.email_verified,
      name: account.name,
      ...(account.image !== null && { picture: account.image }),
      // Ties the token to a session, so that it becomes invalid when the session ends.
      sid: sessionId,
    })
  }
}
