// Decides by its origin whether a page may open a socket. Browsers send the origin; native clients send none.

export interface OriginRules {
  /** Scheme and host, or `*`. The scheme is http or https, never ws or wss. */
  readonly allowed: readonly string[]
  /** The server's public address, which is the origin of our own pages even if a proxy rewrites the host. */
  readonly publicUrl?: string | undefined
}

/** A missing origin is allowed: the token is not a cookie, so no page can make a browser send it. */
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

/** Returns the origin of an HTTP or WebSocket URL, with `ws` as `http`; undefined for anything else. */
function normalized(text: string): string | undefined {
  const page = text.replace(/^ws(?=s?:)/i, 'http')
  if (!/^https?:\/\//i.test(page) || !URL.canParse(page)) return undefined
  return new URL(page).origin
}
