// Whether a page of this origin may open a socket. A browser sends the origin; a native client sends none.

export interface OriginRules {
  /** Scheme and host, or `*`; ws and wss are written as http and https. */
  readonly allowed: readonly string[]
  /** The public address: the origin of our own pages, even behind a proxy that rewrites the host. */
  readonly publicUrl?: string | undefined
}

/** A missing origin is allowed: the token is never ambient, so no page can make a browser send it. */
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

/** `ws://x` equals `http://x`; default ports, case and a trailing slash make no difference. */
function normalized(text: string): string | undefined {
  const page = text.replace(/^ws(?=s?:)/i, 'http')
  if (!/^https?:\/\//i.test(page) || !URL.canParse(page)) return undefined
  return new URL(page).origin
}
