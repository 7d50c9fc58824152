/**
 * Rejects fixed offsets such as `+09:00`, which have no daylight saving time. Tries the name instead of looking it up,
 * because browsers accept more names than they list.
 */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
