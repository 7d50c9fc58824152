// Contains no schemas, so that the web app can import it without TypeBox.
import { isLongerThan } from './length.ts'

const LOCAL_PART = /^[^\s@"(),:;<>[\]\\]{1,64}$/
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u
/** The last label needs a letter, because `1.2.3.4` is not a domain. */
const TOP_LABEL = /\p{L}/u

/** True for a domain with at least two labels. A single word is more likely a typo than an intranet host. */
export function isDomain(text: string): boolean {
  if (text.length > 253) return false
  const labels = text.split('.')
  return labels.length >= 2 && labels.every(label => LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '')
}

export function isEmail(text: string): boolean {
  if (isLongerThan(text, 254)) return false
  const at = text.lastIndexOf('@')
  return LOCAL_PART.test(text.slice(0, Math.max(at, 0))) && isDomain(text.slice(at + 1))
}

/** Addresses and domains are compared case-insensitively, so they are stored in lowercase. */
export const foldCase = (text: string): string => text.trim().toLowerCase()
