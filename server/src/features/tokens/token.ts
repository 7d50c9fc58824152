import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '@daymark/contract/accounts/scopes'

export interface PersonalToken {
  id: string
  owner_id: string
  name: string
  prefix: string
  scopes: readonly Scope[]
  created_at: number
  expires_at: number
  last_used_at: number | null
}

/** A prefix that lets the server and secret scanners recognize our tokens. */
const MARK = 'dmk_'
const SHOWN = MARK.length + 4

const DAY = 86_400_000
const USUAL_LIFE = 90 * DAY
export const MAX_DAYS = 366
/** Minimum time between two updates of `last_used_at`, because each update costs a write. */
export const USE_STEP_MS = 60_000

export const isPersonalToken = (token: string): boolean => token.startsWith(MARK)

/** Returns a new token. Its 256 random bits cannot be guessed, so an unsalted hash is enough to store it. */
export const newSecret = (): string => MARK + randomBytes(32).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const prefixOf = (secret: string): string => secret.slice(0, SHOWN)

export const expiryOf = (asked: number | null | undefined, now: number): number => asked ?? now + USUAL_LIFE

export const isAllowedExpiry = (expiry: number, now: number): boolean =>
  expiry > now && expiry <= now + MAX_DAYS * DAY

export const usedLongAgo = (lastUse: number | null, now: number): boolean =>
  lastUse === null || now - lastUse >= USE_STEP_MS
