// A time zone is UTC, an offset, or an IANA name. Names are cached because Intl is slow.
const OFFSET = /^[+-](?:[01]\d|2[0-3]):[0-5]\d$/
const known = new Map<string, string>()
const MAX_REMEMBERED = 1000
/** The longest IANA name has 32 characters. Texts longer than this limit are neither looked up nor cached. */
const LONGEST_NAME = 64

export const isOffset = (text: string): boolean => OFFSET.test(text)

/** Returns the name in its usual spelling. Returns an alias unchanged, and undefined if there is no such IANA zone. */
export function ianaZone(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  const remembered = known.get(text)
  if (remembered !== undefined) return remembered
  const name = lookUp(text)
  // Unknown names are not cached, because they are unlimited and would evict known ones.
  if (name === undefined) return undefined
  if (known.size >= MAX_REMEMBERED) known.clear()
  known.set(text, name)
  return name
}

/** Returns `UTC`, an offset (`+HH:MM`), or the result of `ianaZone`; undefined for anything else. */
export const zoneName = (text: string): string | undefined => (isOffset(text) ? text : ianaZone(text))

function lookUp(text: string): string | undefined {
  if (text.toUpperCase() === 'UTC') return 'UTC'
  // Intl also accepts offsets such as "+09" and "+0900", which we do not support.
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    return resolved.toLowerCase() === text.toLowerCase() ? resolved : text
  } catch {
    return undefined
  }
}
