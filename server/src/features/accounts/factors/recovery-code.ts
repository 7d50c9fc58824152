import { createHash, randomInt } from 'node:crypto'

export const RECOVERY_CODES = 10

/** Omits letters and digits that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 6
const GROUP_LENGTH = 4

/** Codes have 120 random bits, so that a plain hash is enough to store them (ASVS 6.5.2). */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
    ).join('-'),
  )

/** Does not depend on the server's secret, so that the codes still work after the operator has replaced the secret. */
export const hashOfCode = (code: string, accountId: string): string =>
  createHash('sha256')
    .update(`daymark recovery code ${accountId} ${plain(code)}`)
    .digest('hex')

/** Ignores case, hyphens and spaces. */
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Removes spaces from an authenticator app's code. Returns undefined if the text is not six digits. */
export function digitsOf(code: string): string | undefined {
  const text = code.replace(/\s/g, '')
  return /^\d{6}$/.test(text) ? text : undefined
}

/** Codes have their own throttle key, because a correct password must not reset their counter. */
export const codeKey = (email: string): string => `code ${email}`
