import { MAX_PASSWORD } from '@daymark/contract/accounts/accounts'
import { LEAST_PASSWORD } from '@daymark/contract/constants'

export interface PasswordOwner {
  email: string
  name: string
}

/** Returns an error message if the password is weak, otherwise undefined. */
export function passwordFault(
  password: string,
  owner: PasswordOwner,
  isCommon: (text: string) => boolean,
): string | undefined {
  const length = [...password].length
  if (length < LEAST_PASSWORD || length > MAX_PASSWORD) {
    return `must have ${LEAST_PASSWORD} to ${MAX_PASSWORD} characters`
  }
  const plain = password.normalize('NFKC').toLowerCase()
  const core = plain.replace(NOT_LETTERS_AROUND, '')
  const once = repeatedPart(plain)
  if ([plain, core, once].some(isCommon)) return 'is too common. Choose a password that is harder to guess'
  if (new Set(plain).size < LEAST_DIFFERENT)
    return `must contain at least ${LEAST_DIFFERENT} different characters`
  const own = [owner.email, owner.email.split('@')[0] ?? '', owner.name, 'daymark'].map(text =>
    text.toLowerCase(),
  )
  if (own.some(text => text !== '' && (plain === text || core === text || once === text))) {
    return 'must not be your name, your email address, the part of it before the @, or the word "daymark"'
  }
  return undefined
}

/** Guessing tools surround common words with digits and symbols, as in "Football2026!". */
const NOT_LETTERS_AROUND = /^[^\p{L}]+|[^\p{L}]+$/gu
const LEAST_DIFFERENT = 4

/** Returns the repeated part of a word. Guessing tools also try repeated words, such as "dragondragon". */
const repeatedPart = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text
