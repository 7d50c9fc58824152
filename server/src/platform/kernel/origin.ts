// Checks the origin of a request. Browsers send the page's origin; native clients send none.

export interface OriginRules {
  /** Scheme and host, or `*`. Uses http and https, never ws and wss. */
  readonly allowed: readonly string[]
  /** The server's public address. It identifies Daymark's own pages even if a proxy rewrites the host. */
  readonly publicUrl?: string | undefined
}

/**
 * Allows a missing origin, because a foreign page cannot make a browser send a token. Callers that accept cookies,
 * which browsers send automatically, must refuse a missing origin themselves.
 */
export function originAllowed(
  origin: string | undefined,
  host: string | undefined,
  rules: OriginRules,
): boolean {
  if (origin === undefined || rules.allowed.includes('*')) return true
  const from = normalized(origin)
  if (from === undefined) return false
  const own = host === undefined ? undefined : normalized(`${new URL(from).protocol}//${host}`)
  return from === own || from === normalized(rules.publicUrl ?? '') || rules.allowed.includes(from)
}

/** Returns the origin of an HTTP or WebSocket URL, with `ws` as `http`. Returns undefined for anything else. */
function normalized(text: string): string | undefined {
  const page = text.replace(/^ws(?=s?:)/i, 'http')
  if (!/^https?:\/\//i.test(page) || !URL.canParse(page)) return undefined
  return new URL(page).origin
}
