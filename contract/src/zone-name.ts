// Tells which texts name a time zone: UTC, an offset, or an IANA name. Answers are remembered, for Intl is slow.
const OFFSET = /^[+-](?:[01]\d|2[0-3]):[0-5]\d$/
const known = new Map<string, string | undefined>()
const MOST_REMEMBERED = 1000

export const isOffset = (text: string): boolean => OFFSET.test(text)

/** The zone's name in its usual spelling, or undefined when there is no such IANA zone. */
export function ianaZone(text: string): string | undefined {
  if (known.has(text)) return known.get(text)
  const name = lookUp(text)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(text, name)
  return name
}

/** `UTC`, `+HH:MM` or an IANA name in its usual spelling; undefined for anything else. */
export const zoneName = (text: string): string | undefined => (isOffset(text) ? text : ianaZone(text))

function lookUp(text: string): string | undefined {
  if (text.toUpperCase() === 'UTC') return 'UTC'
  // Intl takes offsets too ("+09", "+0900"); those are not names and not the form that we promise.
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    return resolved.toLowerCase() === text.toLowerCase() ? resolved : text
  } catch {
    return undefined
  }
}
