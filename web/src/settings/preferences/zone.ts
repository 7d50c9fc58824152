// Checks time zone names with the browser, which accepts more names than it lists.

/** Named zones only, because a fixed offset such as `+09:00` has no daylight saving time. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
