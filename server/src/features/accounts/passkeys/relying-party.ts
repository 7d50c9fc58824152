// The address that passkeys belong to. Browsers require a host name, not an IP address, and HTTPS or localhost.

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

/** True for an IP address: IPv4, or IPv6 in brackets. */
const isAddress = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host)
