// Prevents people from reaching the operator's network through the server.
import { isIPv4 } from 'node:net'
import { CidrList, canonicalAddress } from '../client-address/cidr.ts'

/** IANA special-purpose IPv4 ranges, and multicast. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Special ranges inside 2000::/3: IETF assignments including Teredo, documentation, 6to4, AS112. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const GLOBAL_V6 = ['2000::/3']
/** The last 32 bits of a NAT64 address are the IPv4 address that the gateway connects to. */
const NAT64 = ['64:ff9b::/96']

const notPublic = listOf([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6])
const globalV6 = listOf(GLOBAL_V6)
const nat64 = listOf(NAT64)

export function isReachable(text: string, allowed: CidrList): boolean {
  // Refuses an address with a zone id, which names a network interface of this machine.
  const address = text.includes('%') ? undefined : canonicalAddress(text)
  return address !== undefined && (allowed.has(address) || isPublicAddress(address))
}

function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.has(address)
  if (nat64.has(address)) return isPublicAddress(lastBitsAsIPv4(address))
  return globalV6.has(address) && !notPublic.has(address)
}

/** Extracts the IPv4 address from a NAT64 address such as `64:ff9b::7f00:1` or `64:ff9b::1`. */
function lastBitsAsIPv4(address: string): string {
  const tail = address.slice(address.lastIndexOf('::') + 2)
  if (isIPv4(tail)) return tail
  const [high, low] = tail.includes(':') ? tail.split(':') : ['0', tail]
  const [first, second] = [Number.parseInt(high || '0', 16), Number.parseInt(low || '0', 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

function listOf(entries: readonly string[]): CidrList {
  const list = new CidrList()
  for (const entry of entries) list.add(entry)
  return list
}
