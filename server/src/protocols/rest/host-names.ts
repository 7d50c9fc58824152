// Checks the Host header of every request, also of WebSocket handshakes.
import type { IncomingMessage } from 'node:http'
import { type HostRules, hostNameOf, isOwnName } from '../../platform/client-address/host-name.ts'
import { misdirected, type Problem, rejected } from '../../platform/kernel/errors.ts'

export interface HostParts {
  rules: HostRules
  /** True if the peer is a proxy whose headers are trusted. */
  isProxied(request: IncomingMessage): boolean
  warn(details: object, message: string): void
}

export type HostCheck = (request: IncomingMessage) => Problem | undefined

/** Monitoring asks by any name, and these answers contain nothing about people. */
const OPEN_TO_ALL_NAMES = /^\/(?:health(?:\/|\?|$)|metrics(?:\?|$))/
/** Each refused name is logged once, up to this many, because anyone can send names. */
const MAX_LOGGED = 100

export function hostCheck({ rules, isProxied, warn }: HostParts): HostCheck {
  const logged = new Set<string>()

  function report(host: string): void {
    const name = hostNameOf(host) ?? host.slice(0, 255)
    if (logged.has(name) || logged.size >= MAX_LOGGED) return
    logged.add(name)
    warn({ host: name }, 'refused a request for another host name; to allow it, add it to ALLOWED_HOSTS')
  }

  return request => {
    const fault = headerFault(request)
    if (fault !== undefined) return rejected(fault)
    if (rules.publicHost === undefined || OPEN_TO_ALL_NAMES.test(request.url ?? '')) return undefined
    // Each proxy may append the name it was called by.
    const foreign = namesOf(request, isProxied(request)).find(host => !isOwnName(host, rules))
    if (foreign === undefined) return undefined
    report(foreign)
    return misdirected(ELSEWHERE)
  }
}

const ELSEWHERE =
  'This server does not answer for this host name. Open it by the name in its PUBLIC_URL, or ask the operator to add this name to ALLOWED_HOSTS.'

/** HTTP/1.0 allows a request without a Host header, but no browser sends one. */
function namesOf({ headers }: IncomingMessage, proxied: boolean): string[] {
  const forwarded = proxied ? [headers['x-forwarded-host'] ?? []].flat().join(',') : ''
  if (forwarded.trim() !== '') return forwarded.split(',').map(name => name.trim())
  return headers.host === undefined ? [] : [headers.host]
}

/**
 * Returns a message if the Host header is repeated, or if HTTP/1.1 requires it and it is missing. By default, Node
 * rejects a request without the header but sends no message. If there are two, Node uses the first, but a proxy might
 * use the second.
 */
function headerFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'There is more than one Host header.'
  return hosts === 0 && httpVersion === '1.1' ? 'The Host header is missing.' : undefined
}
