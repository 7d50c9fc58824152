// The one door to other servers. Addresses that people enter are checked against the policy and paid from budgets;
// addresses from the settings are the operator's own.
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import { CidrList } from '../client-address/cidr.ts'
import { isInsideTransaction } from '../storage/inside-transaction.ts'
import { type Budget, budgets, type Caller } from './budgets.ts'
import { type Exchange, exchange } from './exchange.ts'
import { type Address, nameLookup, type Resolve } from './lookup.ts'
import { asOutboundError, late, OutboundError, tooLarge } from './outbound-error.ts'
import { hostOf, type OutboundPolicy, outboundUrl, portOf, requireReachable } from './outbound-url.ts'

export interface OutboundRequest {
  url: string
  /** GET follows redirects. POST does not, and returns the redirect's status. */
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** A longer response fails with `too_large`. */
  maxBytes: number
  signal?: AbortSignal
  /** Covers everything: waiting, resolving, connecting, redirects and reading the body. */
  deadline_ms?: number
}

export interface PersonalRequest extends OutboundRequest {
  by: Caller
  /** True for an address that was stored before ports were restricted. Redirects to other origins do not inherit it. */
  anyPort?: boolean
  /** False if even the operator's settings cannot allow http. */
  allowHttp?: false
}

export interface OutboundResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The final URL after redirects. */
  url: string
  /** Streams the body. It can be read only once, and the deadline includes reading it. */
  chunks(): AsyncIterable<Uint8Array>
  bytes(): Promise<Buffer>
  /** Closes the connection without reading the body. */
  discard(): void
}

export interface Outbound {
  /** Requests an address that a person has entered. */
  fetch(request: PersonalRequest): Promise<OutboundResponse>
  /** Requests an address from the settings. Redirects are not followed. */
  fetchConfigured(request: OutboundRequest): Promise<OutboundResponse>
  /** Connects to a host from the settings. The socket is destroyed at the deadline. */
  connect(target: { host: string; port: number; deadline_ms: number }): Promise<Socket>
  /** Checks an address when a person enters it. Throws an `OutboundError`. */
  check(url: string): URL
  figures(): OutboundFigures
}

export interface OutboundFigures {
  inFlight: number
  /** The age of the oldest request that has not ended. */
  oldest_ms: number
}

export type OutboundFetch = Outbound['fetch']

export interface OutboundOptions {
  resolve?: Resolve
  budget?: Partial<Budget>
  deadline_ms?: number
  /** Called with a call inside a transaction. Throws by default. */
  misused?: (error: Error) => void
  ca?: string
}

export const DEADLINE_MS = 30_000
/** For documents that a sign-in waits for. */
export const SHORT_DEADLINE_MS = 10_000
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that may follow a redirect to another origin. All others may contain credentials. */
const KEPT_ACROSS_ORIGINS = new Set(['accept', 'accept-language', 'user-agent'])

export function openOutbound(policy: OutboundPolicy, options: OutboundOptions = {}): Outbound {
  const { deadline_ms = DEADLINE_MS, ca } = options
  const resolve = options.resolve ?? nameLookup()
  const budget = budgets(options.budget)
  const flights = new Set<Flight>()
  const misused =
    options.misused ??
    ((error: Error) => {
      throw error
    })

  function takeOff(request: Pick<OutboundRequest, 'deadline_ms' | 'signal'>): Flight {
    if (isInsideTransaction())
      misused(new Error('A request to another server must not run inside a transaction.'))
    const flight = openFlight(request.deadline_ms ?? deadline_ms, request.signal)
    flights.add(flight)
    flight.onEnd(() => flights.delete(flight))
    return flight
  }

  const addressesOf = (url: URL, flight: Flight) => flight.within(resolve(hostOf(url)))

  /** Sends one request. The flight closes the connection when it ends. */
  async function send(
    url: URL,
    { method = 'GET', headers = {}, body }: OutboundRequest,
    addresses: readonly Address[],
    flight: Flight,
  ): Promise<Exchange> {
    const sent = await exchange(url, { method, headers, body, addresses, ca }, flight.signal)
    flight.onEnd(sent.close)
    return sent
  }

  async function fly(request: PersonalRequest, flight: Flight): Promise<OutboundResponse> {
    const { by, method = 'GET' } = request
    const own = { ...policy, allowHttp: policy.allowHttp && request.allowHttp !== false }
    let url = outboundUrl(request.url, own, { anyPort: request.anyPort ?? false })
    const { origin } = url
    let headers = request.headers ?? {}
    flight.onEnd(await budget.caller(by))
    for (let redirects = 0; ; redirects++) {
      const anyPort = request.anyPort === true && url.origin === origin
      const hop = url
      try {
        const release = await budget.host(by, hop.host)
        flight.onEnd(release)
        const addresses = await addressesOf(hop, flight)
        const target = {
          host: hostOf(hop),
          port: portOf(hop),
          addresses: addresses.map(each => each.address),
        }
        requireReachable({ ...target, anyPort }, own)
        const { message, close } = await send(hop, { ...request, headers }, addresses, flight)
        const location = method === 'GET' ? redirectOf(message) : undefined
        if (location === undefined) return answered(message, hop, request.maxBytes, flight)
        close()
        release()
        if (redirects === MAX_REDIRECTS)
          throw new OutboundError(
            'too_many_redirects',
            `The address redirects more than ${MAX_REDIRECTS} times.`,
          )
        const next = URL.parse(location, hop)?.href ?? location
        url = outboundUrl(next, own, { anyPort: URL.parse(next)?.origin === origin && anyPort })
        if (url.origin !== hop.origin) headers = withoutCredentials(headers)
      } catch (error) {
        throw flight.translate(error, hop)
      }
    }
  }

  async function flyConfigured(request: OutboundRequest, flight: Flight): Promise<OutboundResponse> {
    const url = new URL(request.url)
    try {
      const { message } = await send(url, request, await addressesOf(url, flight), flight)
      return answered(message, url, request.maxBytes, flight)
    } catch (error) {
      throw flight.translate(error, url)
    }
  }

  const ending = async <T>(flight: Flight, work: Promise<T>): Promise<T> =>
    work.catch(error => {
      flight.end()
      throw error
    })

  return {
    check: url => outboundUrl(url, policy),
    async fetch(request) {
      const flight = takeOff(request)
      return ending(flight, fly(request, flight))
    },
    async fetchConfigured(request) {
      const flight = takeOff(request)
      return ending(flight, flyConfigured(request, flight))
    },
    async connect({ host, port, deadline_ms }) {
      const flight = takeOff({ deadline_ms })
      return ending(flight, connected(flight, host, port, resolve))
    },
    figures: () => ({
      inFlight: flights.size,
      oldest_ms: Math.max(0, ...[...flights].map(flight => performance.now() - flight.began)),
    }),
  }
}

/** For commands, which contact only servers from the settings. */
export const configuredOnly = (): Pick<Outbound, 'connect' | 'fetchConfigured'> =>
  openOutbound({
    allowHttp: false,
    allowedNetworks: new CidrList(),
    allowedPorts: [],
    own: { origin: () => undefined, listening: () => undefined },
  })

async function connected(flight: Flight, host: string, port: number, resolve: Resolve): Promise<Socket> {
  try {
    const addresses = await flight.within(resolve(host))
    const [first] = addresses
    const socket = connectTcp({
      host,
      port,
      lookup: (_host, { all }, callback) =>
        all ? callback(null, [...addresses]) : callback(null, first?.address ?? '', first?.family),
    })
    socket.on('close', () => flight.end())
    flight.onEnd(() => socket.destroy(flight.signal.aborted ? late(host) : undefined))
    await once(socket, 'connect')
    return socket
  } catch (error) {
    throw flight.translate(error, new URL(`tcp://${host.includes(':') ? `[${host}]` : host}`))
  }
}

/** Everything that one call occupies until it ends, at the latest at its deadline. */
interface Flight {
  readonly signal: AbortSignal
  readonly began: number
  /** Runs when the flight ends, or at once if it has ended. */
  onEnd(release: () => void): void
  end(): void
  /** Rejects when the flight is aborted. */
  within<T>(work: Promise<T>): Promise<T>
  translate(error: unknown, url: URL): OutboundError
}

function openFlight(deadline_ms: number, given: AbortSignal | undefined): Flight {
  const aborting = new AbortController()
  const releases: (() => void)[] = []
  let isOver = false
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {})
  const abort = () => {
    aborted.reject(new Error('The request was aborted.'))
    aborting.abort()
    end()
  }
  const timer = setTimeout(abort, deadline_ms)
  given?.addEventListener('abort', abort)
  if (given?.aborted) abort()

  function end(): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    given?.removeEventListener('abort', abort)
    for (const release of releases.splice(0)) release()
  }

  return {
    signal: aborting.signal,
    began: performance.now(),
    onEnd(release) {
      if (isOver) release()
      else releases.push(release)
    },
    end,
    within: work => Promise.race([work, aborted.promise]),
    translate(error, url) {
      if (given?.aborted) return new OutboundError('aborted', 'The request was aborted.', error)
      if (aborting.signal.aborted) return late(hostOf(url))
      return asOutboundError(error, hostOf(url))
    },
  }
}

function answered(message: IncomingMessage, url: URL, maxBytes: number, flight: Flight): OutboundResponse {
  if (!/^(identity)?$/i.test(message.headers['content-encoding'] ?? ''))
    throw new OutboundError('unreadable', 'The response is compressed, which was not requested.')
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)

  async function* chunks() {
    let bytes = 0
    try {
      for await (const chunk of message) {
        bytes += chunk.length
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        yield chunk as Uint8Array
      }
    } catch (error) {
      throw flight.translate(error, url)
    } finally {
      flight.end()
    }
  }

  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    url: url.href,
    chunks,
    bytes: async () => Buffer.concat(await Array.fromAsync(chunks())),
    discard: () => flight.end(),
  }
}

const redirectOf = ({ statusCode, headers }: IncomingMessage): string | undefined =>
  REDIRECTS.has(statusCode ?? 0) ? headers.location : undefined

const withoutCredentials = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_ACROSS_ORIGINS.has(name.toLowerCase())))
