// Checks URLs that clients provide, before anything is resolved or sent.
import { isIP } from 'node:net'
import type { CidrList } from '../client-address/cidr.ts'
import { forbiddenAddress, invalidUrl } from './outbound-error.ts'
import { isReachable } from './public-address.ts'

export interface OutboundPolicy {
  allowHttp: boolean
  /** Private networks that the operator allows. */
  allowedNetworks: CidrList
}

const LONGEST_URL = 2048

/**
 * Refuses invalid URLs, and IP addresses that are neither public nor allowed. The URL parser has already normalized
 * decimal, octal and hexadecimal IPv4 forms. Host names are checked when they are resolved.
 */
export function outboundUrl(text: string, policy: OutboundPolicy): URL {
  if (text.length > LONGEST_URL) throw invalidUrl(`The address is longer than ${LONGEST_URL} characters.`)
  const url = URL.parse(text.trim())
  if (!url)
    throw invalidUrl('This is not a valid address. Enter a complete one, such as https://example.com/path.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowHttp))
    throw invalidUrl(`The address must begin with https://${policy.allowHttp ? ' or http://' : ''}.`)
  if (url.username || url.password)
    throw invalidUrl('The address must not contain a user name or a password.')
  const host = hostOf(url)
  if (isIP(host) && !isReachable(host, policy.allowedNetworks)) throw forbiddenAddress(host)
  return url
}

/** Removes the brackets around IPv6 addresses. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')
