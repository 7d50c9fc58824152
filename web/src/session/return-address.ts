// The page to open after signing in: the requested page, if it belongs to this app.

/** Sign-in pages, to which a sign-in never returns. */
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
  // The origin differs for paths like `//host` or `/\host`, which would open another server.
  return origin === HERE && !SIGN_IN_PATHS.includes(pathname) ? pathname + search + hash : '/'
}

const HERE = 'https://here.invalid'
