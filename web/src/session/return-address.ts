/** A sign-in never returns to these pages. */
const SIGN_IN_PATHS = [
  '/callback',
  '/forgot-password',
  '/reset-password',
  '/sign-in',
  '/sign-up',
  '/verify-email',
]

export function returnAddress(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, HERE)
  // Paths such as `//host` and `/\host` have another origin and would open another server.
  return origin === HERE && !SIGN_IN_PATHS.includes(pathname) ? pathname + search + hash : '/'
}

const HERE = 'https://here.invalid'
