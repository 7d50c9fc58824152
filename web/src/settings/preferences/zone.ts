// Which zones exist: asked of the browser, which knows more names than it lists.

/** Named zones only: a fixed offset such as `+09:00` knows no summer time and is none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
