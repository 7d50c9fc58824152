// Checks time zone names by trying them, because the browser accepts more names than it lists.

/** Accepts named zones only, because a fixed offset such as `+09:00` has no daylight saving time. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
