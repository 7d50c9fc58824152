// Sends one HTTP request and reads its response, until a signal ends it whatever the peer does.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Address } from './lookup.ts'
import { OutboundError } from './outbound-error.ts'
import { hostOf } from './outbound-url.ts'

export interface Exchange {
  message: IncomingMessage
  /** Closes the connection at once. */
  close(): void
}

export interface ExchangeRequest {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
  /** The addresses that have been checked. The socket uses no others. */
  addresses: readonly Address[]
  /** Trusted certificate authorities. Default: Node's. */
  ca?: string | undefined
}

/** A server may send a few informational responses (1xx) before the response. */
const MAX_INFORMATION = 8

const OTHER_PROTOCOL = 'wanted to switch to another protocol'

export function exchange(
  url: URL,
  { method, headers, body, addresses, ca }: ExchangeRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const [first] = addresses
  const outgoing = open(url, {
    method,
    headers: { 'user-agent': 'Daymark', ...headers, 'accept-encoding': 'identity' },
    // Reused connections would skip the address check.
    agent: false,
    lookup: (_host, { all }, callback) =>
      all ? callback(null, [...addresses]) : callback(null, first?.address ?? '', first?.family),
    ...(ca !== undefined && { ca }),
  })
  let socket: Socket | undefined
  let message: IncomingMessage | undefined
  let information = 0
  const close = () => {
    signal.removeEventListener('abort', abort)
    message?.destroy()
    outgoing.destroy()
    // Destroying the request alone waits for a peer that never closes its side.
    socket?.destroy()
  }
  const fail = (error: unknown) => {
    reject(error)
    message?.destroy(error instanceof Error ? error : undefined)
    close()
  }
  const abort = () => fail(signal.reason)
  const refuse = (what: string) => fail(new OutboundError('unreadable', `${hostOf(url)} ${what}.`))

  outgoing.on('socket', given => {
    socket = given
  })
  outgoing.on('response', given => {
    message = given
    // An error after the last read would end the process.
    given.on('error', () => {})
    // 101 without an `Upgrade` header arrives as a response.
    if ((given.statusCode ?? 0) < 200) refuse(OTHER_PROTOCOL)
    else resolve({ message: given, close })
  })
  outgoing.on('information', () => {
    if (++information > MAX_INFORMATION) refuse('sent no final response')
  })
  outgoing.on('upgrade', (_response, given: Socket) => {
    given.destroy()
    refuse(OTHER_PROTOCOL)
  })
  outgoing.on('connect', (_response, given: Socket) => {
    given.destroy()
    refuse('wanted to open a tunnel')
  })
  outgoing.on('error', fail)
  outgoing.on('close', () => {
    if (!message) fail(new Error('The connection was closed.'))
  })
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  else outgoing.end(body)
  return promise
}
