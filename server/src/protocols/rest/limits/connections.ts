// Bounds what one connection may cost: requests run one after the other, few may wait, and a stalled reader is cut off.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'

/** More requests than this without an answer, and the connection is closed. Nobody needs that many. */
const MAX_UNANSWERED = 16

type Exchange = Parameters<RequestListener>

/**
 * Node hands over every pipelined request at once, thousands from a single packet, and keeps each answer until it is
 * read. Here the next request starts only when the answer before it has left, so a connection holds one answer at most.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Exchange[]>()

  function run(line: Exchange[]): void {
    const [exchange] = line
    if (!exchange) return
    const [request, response] = exchange
    // Also after an answer that was cut off. Nothing that waits behind it is run on a connection that is gone.
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

export interface ConnectionTimes {
  /** A client that neither sends nor reads for so long, while something is to be sent or read, is cut off. */
  readonly stalled_ms: number
  readonly request_ms: number
  readonly keep_alive_ms: number
}

const TIMES: ConnectionTimes = { stalled_ms: 30_000, request_ms: 60_000, keep_alive_ms: 72_000 }

/** For Fastify, which would set these times only on a server that it makes itself. */
export const boundedServer =
  (times: ConnectionTimes = TIMES): NonNullable<FastifyServerOptions['serverFactory']> =>
  handler => {
    // The missing Host header is refused by `commonHeaders`, in words.
    const server: Server = createServer({ requireHostHeader: false }, inTurn(handler))
    server.requestTimeout = times.request_ms
    server.keepAliveTimeout = times.keep_alive_ms
    server.setTimeout(times.stalled_ms)
    return server
  }
