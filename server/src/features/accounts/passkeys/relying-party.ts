// Browsers allow passkeys only for host names, not IP addresses, and only over HTTPS or on localhost.

export interface RelyingParty {
  id: string
  origin: string
}

/** Returns undefined if browsers refuse passkeys at this address. */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const url = URL.parse(publicUrl)
  if (!url || isAddress(url.hostname)) return undefined
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return url.protocol === 'https:' || isLocal ? { id: url.hostname, origin: url.origin } : undefined
}

/** Matches IPv4, and IPv6 in brackets. */
const isAddress = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host)
