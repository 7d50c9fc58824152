// Takes a server out of a proxy's rotation without breaking requests in flight.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Sent by proxies that retry reads on another instance after a 502, and then avoid this instance for a while. */
const RETRIES_READS = 'x-proxy-retries'

export const DRAIN_TIMES = {
  /** How long to keep serving if a proxy retries reads. It may still avoid another instance that has just restarted. */
  serve: 3_500,
  /** How long to keep serving if no proxy retries reads. */
  announce: 1_000,
  /** The maximum wait for a period without requests. */
  leave: 2_000,
  /** How long a period without requests must be. */
  quiet: 400,
}

/**
 * Announces the end of each connection, stops listening, and resolves after a period without requests or a maximum
 * wait. When a server stops listening, the operating system resets connections that wait to be accepted. A proxy must
 * not repeat a write that it sent on such a connection, so the proxy must switch to other instances before that.
 */
export async function drain(
  server: Server,
  { times = DRAIN_TIMES, refuse }: { times?: typeof DRAIN_TIMES; refuse?: Refuse } = {},
): Promise<void> {
  let lastActivity = performance.now()
  let isLeaving = false
  let canSignal = false
  const note = () => {
    lastActivity = performance.now()
  }
  const handlers = server.listeners('request') as RequestHandler[]
  server.removeAllListeners('request')
  server.on('connection', note)
  server.on('request', (request, response) => {
    note()
    canSignal ||= isProxied(request)
    response.setHeader('connection', 'close')
    if ((isLeaving || refuse) && isRepeatable(request)) response.writeHead(502).end()
    else if (refuse) refuse(response)
    else for (const handler of handlers) handler.call(server, request, response)
  })
  await pause(times.announce)
  if (canSignal) await pause(times.serve - times.announce)
  isLeaving = true
  const whenQuiet = async () => {
    const end = performance.now() + times.leave
    while (performance.now() < end && performance.now() < lastActivity + times.quiet) await pause(20)
  }
  if (canSignal) await whenQuiet()
  // Only stops listening. The HTTP server's own `close` would also close connections with requests in flight.
  NetServer.prototype.close.call(server)
  note()
  await whenQuiet()
}

/** Answers all requests from now on, instead of the server. */
export type Refuse = (response: ServerResponse) => void

type RequestHandler = Parameters<Server['on']>[1] & ((...given: unknown[]) => void)

const isProxied = ({ headers }: IncomingMessage): boolean => headers[RETRIES_READS] === 'reads'

const isRepeatable = (request: IncomingMessage): boolean =>
  isProxied(request) && (request.method === 'GET' || request.method === 'HEAD')
