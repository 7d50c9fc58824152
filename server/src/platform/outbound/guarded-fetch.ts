// Fetches URLs that clients provide. The socket checks each resolved IP address when it connects, so a name that later
// resolves to a private address (DNS rebinding) is refused too.
import { lookup as systemLookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { asOutboundError, forbiddenAddress, OutboundError, tooLarge } from './outbound-error.ts'
import { hostOf, type OutboundPolicy, outboundUrl } from './outbound-url.ts'
import { isReachable } from './public-address.ts'

export interface OutboundRequest {
  url: string
  /** GET follows redirects. POST does not, and returns the redirect's status. */
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** A longer response fails with `too_large`. */
  maxBytes: number
  signal?: AbortSignal
}

export interface OutboundResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The final URL after redirects. */
  url: string
  /** Streams the body. It can be read only once, and the time limit includes reading it. */
  chunks(): AsyncIterable<Uint8Array>
  bytes(): Promise<Buffer>
  /** Closes the connection without reading the body. */
  discard(): void
}

export type GuardedFetch = (request: OutboundRequest) => Promise<OutboundResponse>

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export interface GuardOptions extends OutboundPolicy {
  /** Covers resolving, connecting, redirects and reading the body. */
  timeoutMs?: number
  resolve?: Resolve
  /** Trusted certificate authorities. Default: Node's. */
  ca?: string
}

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that may follow a redirect to another origin. All others may contain credentials. */
const KEPT_ACROSS_ORIGINS = new Set(['accept', 'accept-language', 'user-agent'])

const resolveAll: Resolve = host => systemLookup(host, { all: true })

export function guardedFetch(options: GuardOptions): GuardedFetch {
  return async request => {
    const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
    let url = outboundUrl(request.url, options)
    let headers = request.headers ?? {}
    for (let redirects = 0; ; redirects++) {
      const translate = failureOf(url, deadline, request.signal)
      const message = await send(url, { ...request, headers }, options, signal).catch(error => {
        throw translate(error)
      })
      const location = redirectOf(message, request.method)
      if (location === undefined) return answered(message, url, request.maxBytes, translate)
      message.destroy()
      if (redirects === MAX_REDIRECTS)
        throw new OutboundError(
          'too_many_redirects',
          `The address redirects more than ${MAX_REDIRECTS} times.`,
        )
      const next = outboundUrl(URL.parse(location, url)?.href ?? location, options)
      if (next.origin !== url.origin) headers = withoutCredentials(headers)
      url = next
    }
  }
}

function send(url: URL, request: OutboundRequest, options: GuardOptions, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  if (signal.aborted) reject(signal.reason)
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const outgoing = open(url, {
    method: request.method ?? 'GET',
    headers: { 'user-agent': 'Daymark', ...request.headers, 'accept-encoding': 'identity' },
    // Reused connections would skip the address check.
    agent: false,
    lookup: guardedLookup(options),
    signal,
    ...(options.ca !== undefined && { ca: options.ca }),
  })
  outgoing.on('response', resolve)
  outgoing.on('error', reject)
  outgoing.end(request.body)
  return promise
}

/** Returns a lookup that fails if any IP address is neither public nor in a network that the operator allows. */
const guardedLookup =
  ({ resolve = resolveAll, allowedNetworks }: GuardOptions): LookupFunction =>
  (host, { all }, callback) => {
    resolve(host).then(
      addresses => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isReachable(address, allowedNetworks)))
          return callback(forbiddenAddress(host), [])
        if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      error => callback(error, []),
    )
  }

function redirectOf(message: IncomingMessage, method = 'GET'): string | undefined {
  const isRedirect = method === 'GET' && REDIRECTS.has(message.statusCode ?? 0)
  return isRedirect ? message.headers.location : undefined
}

function answered(
  message: IncomingMessage,
  url: URL,
  maxBytes: number,
  translate: (error: unknown) => OutboundError,
): OutboundResponse {
  // Without a listener, an error before the body is read would end the process.
  message.on('error', () => {})
  const fail = (error: OutboundError) => {
    message.destroy()
    return error
  }
  if (!/^(identity)?$/i.test(message.headers['content-encoding'] ?? ''))
    throw fail(new OutboundError('unreadable', 'The response is compressed, which was not requested.'))
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw fail(tooLarge(maxBytes))
  async function* chunks() {
    let bytes = 0
    try {
      for await (const chunk of message) {
        bytes += chunk.length
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        yield chunk as Uint8Array
      }
    } catch (error) {
      throw translate(error)
    } finally {
      message.destroy()
    }
  }
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    url: url.href,
    chunks,
    bytes: async () => Buffer.concat(await Array.fromAsync(chunks())),
    discard: () => void message.destroy(),
  }
}

const failureOf =
  (url: URL, deadline: AbortSignal, given: AbortSignal | undefined) =>
  (error: unknown): OutboundError => {
    const host = hostOf(url)
    if (given?.aborted) return new OutboundError('aborted', 'The request was aborted.', error)
    if (deadline.aborted) return new OutboundError('timeout', `${host} did not answer in time.`, error)
    return asOutboundError(error, host)
  }

const withoutCredentials = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_ACROSS_ORIGINS.has(name.toLowerCase())))
