// TOTP codes (RFC 6238). The library is loaded on first use.
import type { TOTP } from 'otpauth'

const PERIOD_S = 30
const ISSUER = 'Daymark'

export interface NewSecret {
  /** In Base32, as people type it. */
  secret: string
  /** The content of the QR code. */
  url: string
}

/** Returns the time step of a valid code, otherwise undefined. */
export type CodeChecker = (secret: string, code: string, now: number) => number | undefined

export async function newSecret(label: string): Promise<NewSecret> {
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_S })
  return { secret: secret.base32, url: totp.toString() }
}

export async function loadChecker(): Promise<CodeChecker> {
  const { Secret, TOTP } = await import('otpauth')
  return (secret, code, now) => {
    const totp: TOTP = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
    // Also accepts the previous and the next code, because phone clocks differ.
    const delta = totp.validate({ token: code, timestamp: now, window: 1 })
    return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta
  }
}
