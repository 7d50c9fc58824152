// Recognizes time zones: UTC, an offset, or an IANA name. Names are cached because Intl is slow.
const OFFSET = /^[+-](?:[01]\d|2[0-3]):[0-5]\d$/
const known = new Map<string, string>()
const MAX_REMEMBERED = 1000
/** The longest name of the database has 32 characters. Longer texts are neither looked up nor cached. */
const LONGEST_NAME = 64

export const isOffset = (text: string): boolean => OFFSET.test(text)

/** The zone's name in its usual spelling, or undefined if there is no such IANA zone. */
export function ianaZone(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  const remembered = known.get(text)
  if (remembered !== undefined) return remembered
  const name = lookUp(text)
  // Unknown names are unlimited in number; they must not evict the known ones.
  if (name === undefined) return undefined
  if (known.size >= MAX_REMEMBERED) known.clear()
  known.set(text, name)
  return name
}

/** `UTC`, `+HH:MM` or an IANA name in its usual spelling; undefined for anything else. */
export const zoneName = (text: string): string | undefined => (isOffset(text) ? text : ianaZone(text))

function lookUp(text: string): string | undefined {
  if (text.toUpperCase() === 'UTC') return 'UTC'
  // Intl accepts offsets too ("+09", "+0900"); those are not names and not the promised format.
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    return resolved.toLowerCase() === text.toLowerCase() ? resolved : text
  } catch {
    return undefined
  }
}
