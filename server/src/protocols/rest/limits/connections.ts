// Limits the cost of one connection: pipelined requests run in sequence, a stalled reader is disconnected, and a read
// that takes too long gets a 503.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import { answerRaw } from '../raw-answer.ts'

/**
 * The server stops reading from a connection with this many unanswered requests. If it has already read one more, it
 * closes the connection.
 */
const MAX_UNANSWERED = 16

type Exchange = Parameters<RequestListener>

/** The unanswered requests of each connection, in order. */
const lines = new WeakMap<Socket, Exchange[]>()

/**
 * Returns a listener that runs pipelined requests in sequence, so that a connection has at most one response in memory.
 * Node would start all of them at once, thousands from a single packet, and keep each response until it is read.
 */
export function inTurn(handle: RequestListener): RequestListener {
  function run(line: Exchange[]): void {
    const [exchange] = line
    if (!exchange) return
    const [request, response] = exchange
    // `close` is also emitted after an aborted response. Queued requests do not run on a closed connection.
    response.once('close', () => {
      line.shift()
      if (request.socket.isPaused()) request.socket.resume()
      if (!request.socket.destroyed) run(line)
    })
    handle(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const known = lines.get(socket)
    const line = known ?? []
    if (!known) lines.set(socket, line)
    if (line.length >= MAX_UNANSWERED) return void socket.destroy()
    line.push([request, response])
    if (line.length === 1) run(line)
    else if (line.length === MAX_UNANSWERED) socket.pause()
  }
}

const LATE = 'The server took too long to process this request. Try again later, or request less data.'

/**
 * Closes a stalled connection. If the server itself is late with a read, the client first gets a 503. A late write gets
 * no response, because it may still succeed, and a 503 would ask the client to repeat it.
 */
function endStalled(socket: Socket): void {
  const [request, response] = lines.get(socket)?.[0] ?? []
  if (request?.method === 'GET' && request.complete && !response?.headersSent) answerRaw(socket, 503, LATE)
  else socket.destroy()
}

export interface ConnectionTimes {
  /** How long a connection may send and read nothing. Between requests, `keep_alive_ms` applies instead. */
  readonly stalled_ms: number
  readonly request_ms: number
  readonly keep_alive_ms: number
}

const TIMES: ConnectionTimes = { stalled_ms: 30_000, request_ms: 60_000, keep_alive_ms: 72_000 }

export const LONG_WORK_MS = 15 * 60_000

/** Keeps a long request's connection open for up to `LONG_WORK_MS` without data, because nothing is sent meanwhile. */
export const allowLongWork = ({ socket }: ServerResponse): void => {
  // Requests that tests inject without a network have no real socket.
  if (socket instanceof Socket) socket.setTimeout(LONG_WORK_MS)
}

/** Returns a server factory for Fastify, whose own timeout options apply only to servers that it creates itself. */
export const boundedServer =
  (times: ConnectionTimes = TIMES): NonNullable<FastifyServerOptions['serverFactory']> =>
  handler => {
    // Node would reject a missing Host header without a message. `commonHeaders` rejects it with one.
    const server: Server = createServer({ requireHostHeader: false }, inTurn(handler))
    server.requestTimeout = times.request_ms
    server.keepAliveTimeout = times.keep_alive_ms
    server.setTimeout(times.stalled_ms, endStalled)
    return server
  }
