// Device passwords are random, so a plain hash is enough to store them.
import { createHash, randomInt } from 'node:crypto'
import { CALENDAR_SCOPES, type DeviceScope } from '@daymark/contract/accounts/scopes'

export interface DevicePassword {
  id: string
  owner_id: string
  name: string
  scopes: readonly DeviceScope[]
  created_at: number
  last_used_at: number | null
  last_address: string | null
}

/** Omits letters and digits that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 4

/** Generates a password with 100 random bits, in groups that are easy to type on a phone. */
export const newDevicePassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** Ignores case, hyphens and spaces, because phone keyboards change them. */
export const hashOf = (password: string): string =>
  createHash('sha256')
    .update(password.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')

export const DEFAULT_SCOPES: readonly DeviceScope[] = CALENDAR_SCOPES
