// The client address is the peer address, unless a trusted proxy reports another one.
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4 } from 'node:net'
import { type CidrList, canonicalAddress } from './cidr.ts'

/** `addresses` returns undefined until the CDN's list has been fetched. Its result changes with each fetch. */
export type ProxyTrust =
  | { readonly via: 'direct' }
  | { readonly via: 'proxy'; readonly trusted: CidrList }
  | { readonly via: 'cdn'; readonly header: string; readonly addresses: () => CidrList | undefined }

export interface ProxySettings {
  readonly cdn_enabled: boolean
  readonly cdn_header: string
  readonly trusted_proxies: CidrList
}

export function proxyTrust(settings: ProxySettings, addresses: () => CidrList | undefined): ProxyTrust {
  if (settings.cdn_enabled) return { via: 'cdn', header: settings.cdn_header.toLowerCase(), addresses }
  if (settings.trusted_proxies.size > 0) return { via: 'proxy', trusted: settings.trusted_proxies }
  return { via: 'direct' }
}

/** True if the peer is a proxy or a CDN whose headers are trusted. */
export function isTrustedPeer(peer: string | undefined, trust: ProxyTrust): boolean {
  const direct = peer === undefined ? undefined : canonicalAddress(peer)
  if (direct === undefined || trust.via === 'direct') return false
  return trust.via === 'proxy' ? trust.trusted.has(direct) : (trust.addresses()?.has(direct) ?? false)
}

/** Returns `unknown` without a valid peer address, for example if the socket is already closed. */
export function clientIp(peer: string | undefined, headers: IncomingHttpHeaders, trust: ProxyTrust): string {
  const direct = peer === undefined ? undefined : canonicalAddress(peer)
  if (direct === undefined) return 'unknown'
  if (!isTrustedPeer(direct, trust)) return direct
  if (trust.via === 'proxy') return forwardedFor(joined(headers['x-forwarded-for']), trust.trusted) ?? direct
  if (trust.via === 'cdn') return addressOf(joined(headers[trust.header])) ?? direct
  return direct
}

const joined = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '')

/**
 * Returns the rightmost address that is not a trusted proxy, because each proxy appends an address and clients can
 * forge the left part. Returns undefined if all addresses are trusted, or if that rightmost entry is not an address.
 */
function forwardedFor(header: string, trusted: CidrList): string | undefined {
  for (let end = header.length; end >= 0; ) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1)
    const address = addressOf(header.slice(comma + 1, end))
    if (address === undefined || !trusted.has(address)) return address
    end = comma
  }
  return undefined
}

const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d{1,5})?$/

function addressOf(entry: string): string | undefined {
  const text = entry.trim()
  const match = withPort.exec(text)
  return canonicalAddress(match?.[1] ?? match?.[2] ?? text)
}

/**
 * The key of a client in rate limits and the sign-in throttle. Uses only the /64 prefix of an IPv6 address, because one
 * client usually owns all of it.
 */
export function addressKey(address: string): string {
  const canonical = canonicalAddress(address)
  if (canonical === undefined || isIPv4(canonical)) return `ip:${canonical ?? 'unknown'}`
  const [left = '', right] = canonical.split('::').map(groups)
  const known = [...left]
  if (right !== undefined) known.push(...Array(8 - left.length - right.length).fill('0'), ...right)
  return `ip:${known.slice(0, 4).join(':')}::/64`
}

/**
 * Splits one side of `::` into groups. A dotted tail such as `1.2.3.4` counts as two groups. Its value does not matter,
 * because the key uses only the first four groups.
 */
function groups(part: string): string[] {
  if (part === '') return []
  return part.split(':').flatMap(group => (group.includes('.') ? [group, group] : [group]))
}
