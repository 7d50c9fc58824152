// Where a person goes after signing in: to the address that was asked for, if it is one of ours.

/** Pages that only exist to sign in; nobody wants to come back to them. */
const DOORS = ['/callback', '/sign-in', '/sign-up']

export function returnAddress(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, HERE)
  // Two slashes, or a slash and a backslash, would lead to another server.
  return origin === HERE && !DOORS.includes(pathname) ? pathname + search + hash : '/'
}

const HERE = 'https://here.invalid'
