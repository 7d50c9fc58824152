// The page to open after signing in: the requested one, if it is ours.

/** Sign-in pages, which are never a return target. */
const DOORS = ['/callback', '/sign-in', '/sign-up']

export function returnAddress(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, HERE)
  // Two slashes, or a slash and a backslash, would open another server.
  return origin === HERE && !DOORS.includes(pathname) ? pathname + search + hash : '/'
}

const HERE = 'https://here.invalid'
