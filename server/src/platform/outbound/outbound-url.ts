// The policy for addresses that people enter. It is checked when an address is entered, and again for every connection.
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type CidrList, canonicalAddress } from '../client-address/cidr.ts'
import { forbiddenAddress, forbiddenPort, invalidUrl, ownAddress } from './outbound-error.ts'
import { isReachable } from './public-address.ts'

export interface OutboundPolicy {
  allowHttp: boolean
  /** Private networks that the operator allows, at every port. */
  allowedNetworks: CidrList
  /** In addition to 80, 443 and 8443. */
  allowedPorts: readonly number[]
  own: OwnAddresses
}

/** The addresses of this server, which are never reached from itself. */
export interface OwnAddresses {
  /** The origin of the public URL. */
  origin(): string | undefined
  /** Undefined while the server does not listen. */
  listening(): { address: string; port: number } | undefined
}

const LONGEST_URL = 2048
const PORTS = new Set([80, 443, 8443])

/**
 * Refuses invalid URLs, IP addresses that are neither public nor allowed, ports that can never be allowed, and this
 * server itself. The URL parser has already normalized decimal, octal and hexadecimal IPv4 forms. Host names are checked
 * when they are resolved.
 */
export function outboundUrl(text: string, policy: OutboundPolicy, { anyPort = false } = {}): URL {
  if (text.length > LONGEST_URL) throw invalidUrl(`The address is longer than ${LONGEST_URL} characters.`)
  const url = URL.parse(text.trim())
  if (!url)
    throw invalidUrl('This is not a valid address. Enter a complete one, such as https://example.com/path.')
  if (url.protocol === 'http:' && !policy.allowHttp)
    throw invalidUrl(
      'The address must begin with https://. The operator can allow http with OUTBOUND_ALLOW_HTTP.',
    )
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidUrl(`The address must begin with https://${policy.allowHttp ? ' or http://' : ''}.`)
  if (url.username || url.password)
    throw invalidUrl('The address must not contain a user name or a password.')
  const host = hostOf(url)
  if (originOf(url) === policy.own.origin()) throw ownAddress(host)
  if (isIP(host)) requireReachable({ host, port: portOf(url), addresses: [host], anyPort }, policy)
  // With allowed networks, only the resolved address shows whether the port is allowed.
  else if (!anyPort && policy.allowedNetworks.size === 0 && !isUsualPort(portOf(url), policy))
    throw forbiddenPort(host, portOf(url))
  return url
}

interface Target {
  host: string
  port: number
  addresses: readonly string[]
  /** True for an address that was entered before ports were restricted. */
  anyPort?: boolean | undefined
}

/** Throws unless every address may be reached at this port. */
export function requireReachable({ host, port, addresses, anyPort }: Target, policy: OutboundPolicy): void {
  if (addresses.length === 0) throw forbiddenAddress(host)
  for (const text of addresses) {
    if (!isReachable(text, policy.allowedNetworks)) throw forbiddenAddress(host)
    const address = canonicalAddress(text) ?? text
    if (isOwn(address, port, policy.own.listening())) throw ownAddress(`${host}:${port}`)
    if (!anyPort && !isUsualPort(port, policy) && !policy.allowedNetworks.has(address))
      throw forbiddenPort(host, port)
  }
}

const isUsualPort = (port: number, { allowedPorts }: OutboundPolicy): boolean =>
  PORTS.has(port) || allowedPorts.includes(port)

const UNSPECIFIED = new Set(['0.0.0.0', '::'])

function isOwn(address: string, port: number, own: ReturnType<OwnAddresses['listening']>): boolean {
  if (!own || own.port !== port) return false
  // The unspecified address reaches this machine.
  if (UNSPECIFIED.has(address) || address === canonicalAddress(own.address)) return true
  if (!UNSPECIFIED.has(own.address)) return false
  const mine = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  return /^127\./.test(address) || mine.some(each => canonicalAddress(each.address) === address)
}

export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'http:' ? 80 : 443)

/** Removes the brackets around IPv6 addresses. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** A final dot in a host name makes no difference. */
export const originOf = ({ protocol, host }: URL): string =>
  `${protocol}//${host.replace(/\.(?=:\d+$|$)/, '')}`
