import { errors, type JWTPayload, jwtVerify } from 'jose'
import { Problem, unauthorized } from '../kernel/errors.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { IssuerKeys } from './issuer-keys.ts'

/** Only asymmetric algorithms: with HMAC, an attacker could sign with the public key. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

export interface Claims {
  /** Undefined if the claims come from a stored record instead of a token. */
  issuer?: string | undefined
  sub: string
  email: string | null
  email_verified: boolean
  /** Undefined if the access token contains no name, as with many providers. */
  name: string | undefined
  picture: string | null
  /** The issuer's session id, if the token contains one. */
  sid: string | undefined
  /** The time of the last sign-in at the issuer, if the token contains it. */
  signed_in_at: number | undefined
  /** In milliseconds since the epoch, like `expires_at`. */
  issued_at: number
  expires_at: number
}

export interface TokenRules {
  issuers: readonly string[]
  audiences?: readonly string[] | undefined
  leewaySeconds: number
  keys: IssuerKeys
  clock: Clock
}

const INVALID = 'The access token is not valid.'
export const EXPIRED = 'The access token has expired.'

export async function verifyToken(token: string, rules: TokenRules): Promise<Claims> {
  const payload = await checkSignature(token, rules)
  if (!rules.issuers.map(bare).includes(bare(payload.iss))) throw unauthorized(INVALID)
  const { sub, exp } = payload
  if (typeof sub !== 'string' || !isUserId(sub) || exp === undefined) throw unauthorized(INVALID)
  return {
    issuer: payload.iss,
    sub,
    email: text(payload['email'])?.toLowerCase() ?? null,
    email_verified: payload['email_verified'] === true,
    name: text(payload['name']) ?? text(payload['preferred_username']),
    picture: text(payload['picture'], 2000) ?? null,
    sid: text(payload['sid']),
    signed_in_at: typeof payload['auth_time'] === 'number' ? payload['auth_time'] * 1000 : undefined,
    issued_at: (payload.iat ?? 0) * 1000,
    expires_at: exp * 1000,
  }
}

async function checkSignature(token: string, rules: TokenRules): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, rules.keys.getKey, {
      algorithms: ALGORITHMS,
      clockTolerance: rules.leewaySeconds,
      currentDate: new Date(rules.clock.now()),
      requiredClaims: ['exp', 'sub', 'iss'],
      ...(rules.audiences !== undefined && { audience: [...rules.audiences] }),
    })
    return payload
  } catch (error) {
    if (error instanceof Problem) throw error
    throw unauthorized(error instanceof errors.JWTExpired ? EXPIRED : INVALID)
  }
}

const isUserId = (sub: string): boolean => sub.length >= 1 && sub.length <= 255 && isStorable(sub)
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\u0000')

function text(value: unknown, most = 255): string | undefined {
  if (typeof value !== 'string' || !isStorable(value)) return undefined
  return value.trim().slice(0, most).toWellFormed() || undefined
}

/** Providers differ in whether their issuer has a trailing slash. */
const bare = (issuer: string | undefined): string | undefined => issuer?.replace(/\/+$/, '')
