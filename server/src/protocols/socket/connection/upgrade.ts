// The WebSocket handshake checks the path, Host header, origin, token, connection limits and time zone, in this order.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  BEARER_PROTOCOL,
  CLOSE,
  CLOSE_REASONS,
  MAX_FRAME_BYTES,
} from '@daymark/contract/sockets/timer-socket'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ConnectionQuota } from '../../../platform/bus/connection-quota.ts'
import { Problem } from '../../../platform/kernel/errors.ts'
import { type OriginRules, originAllowed } from '../../../platform/kernel/origin.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { findZone, naiveUtc, type Zone } from '../../../platform/kernel/time/zone.ts'
import { normalizePath } from '../../../platform/limiter/path.ts'
import { SIGN_IN_REFUSED } from '../../../platform/observability/sign-in-failure.ts'
import type { SocketWatch } from '../../../platform/observability/socket-watch.ts'
import type { Authenticator } from '../../../platform/sign-in/authenticator.ts'
import type { HostCheck } from '../../rest/host-names.ts'
import type { Client } from './connection.ts'
import type { Hub } from './hub.ts'
import { refuse } from './refuse.ts'

export interface UpgradeParts {
  readonly endpoints: readonly Endpoint[]
  readonly hub: Hub
  readonly sessions: Authenticator
  readonly origins: OriginRules
  readonly quota: ConnectionQuota
  /**
   * Counts a connection for the user, or for the client address if the sign-in failed. Returns false if the limit is
   * exceeded.
   */
  admit(who: { userId: string } | { request: IncomingMessage }): boolean | Promise<boolean>
  /** The client's address, even behind trusted proxies. */
  addressOf(request: IncomingMessage): string
  hostProblem: HostCheck
  /** Records a token's use in its owner's audit trail. Never rejects. */
  used(session: Session, request: IncomingMessage): Promise<void> | undefined
  readonly log: Record<'warn' | 'error', (details: object, message: string) => void>
  readonly watch?: SocketWatch | undefined
}

export interface Endpoint {
  /** The path below `/v1`. The server also accepts it below `/api/v1`. */
  readonly path: string
  readonly isLive: boolean
  /** Throws unless the session may open this socket. */
  admits(session: Session): void
}

/** Either the socket closes right after the handshake, or the connection is accepted. */
type Verdict = { close: readonly [code: number, reason: string] } | { session: Session; zone: Zone }

const SHUTDOWN_MS = 5_000
/** The most fragments per message. Even a very short fragment needs its own buffer. */
const MAX_FRAGMENTS = 1_024
const SHUTTING_DOWN = 'The server is shutting down.'

const UNAUTHORIZED = [CLOSE.refused, CLOSE_REASONS.unauthorized] as const
const TOO_MANY: Verdict = { close: [CLOSE.too_many, 'too many connections'] }

export function acceptSockets(app: FastifyInstance, parts: UpgradeParts): void {
  const { hub, log, watch } = parts
  /** Handshakes whose checks are still running. A shutdown refuses them, because the checks may take too long. */
  const pending = new Set<Duplex>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAGMENTS,
    // The connection answers pings itself, within the message limits.
    autoPong: false,
    // The connection checks UTF-8 itself, because an invalid message must not close it.
    skipUTF8Validation: true,
    handleProtocols: protocols => bearerOf(protocols) ?? [...protocols][0] ?? false,
  })
  server.on('wsClientError', (_error, socket) => refuse(socket, 400, 'This is not a WebSocket handshake.'))

  function refusePending(...refusal: Parameters<typeof refuse>): void {
    pending.delete(refusal[0])
    watch?.answered(refusal[1])
    refuse(...refusal)
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (hub.isClosing) return refusePending(socket, 503, SHUTTING_DOWN)
    const endpoint = parts.endpoints.find(({ path }) => isAt(path, request))
    if (!endpoint) return refusePending(socket, 404, 'There is nothing at this address.')
    const problem = parts.hostProblem(request)
    if (problem) return refusePending(socket, problem.kind === 'misdirected' ? 421 : 400, problem.message)
    const { origin, host } = request.headers
    if (!originAllowed(origin, host, parts.origins)) {
      return refusePending(socket, 403, 'This origin is not in CORS_ALLOWED_ORIGINS.')
    }
    const verdict = await judge(request, parts, endpoint)
    const refusedMeanwhile = !pending.delete(socket)
    if (refusedMeanwhile) return release(verdict)
    const search = searchOf(request)
    let accepted = false
    server.handleUpgrade(request, socket, head, ws => {
      accepted = true
      watch?.answered('close' in verdict ? verdict.close[0] : 'welcomed')
      if ('close' in verdict) closeRejected(ws, verdict.close)
      else accept(ws, { ...verdict, isLive: endpoint.isLive, search })
    })
    // `handleUpgrade` does not call back if the handshake is invalid or the client has disconnected.
    if (accepted) return
    watch?.answered(400)
    release(verdict)
  }

  /** Frees the quota slot of a connection that was not established. */
  function release(verdict: Verdict): void {
    if ('session' in verdict) parts.quota.free(verdict.session.actor.id)
  }

  function accept(ws: WebSocket, client: Client): void {
    const { session } = client
    const connection = hub.accept(ws, client, () => {
      forget()
      parts.quota.free(session.actor.id)
    })
    const forget = parts.sessions.onRevoked(session, () => connection.close(...UNAUTHORIZED))
  }

  // Ignores upgrades to other protocols (such as h2c), which a server may decline, and answers the request normally.
  Object.assign(app.server, {
    shouldUpgradeCallback: (request: IncomingMessage) =>
      request.headers.upgrade?.toLowerCase() === 'websocket',
  })
  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    pending.add(socket)
    upgrade(request, socket, head).catch(error => {
      // A shutdown may have already refused this handshake and closed the services that it uses.
      if (hub.isClosing && !pending.has(socket)) return
      const isKnown = error instanceof Problem
      if (!isKnown) log.error({ err: error }, 'a handshake failed')
      refusePending(socket, 503, isKnown ? error.message : 'Something went wrong. Please try again.')
    })
  })
  for (const { path } of parts.endpoints) {
    app.get(`/v1${path}`, { config: { openToAll: true } }, async (_request, reply) => {
      reply.code(426).header('upgrade', 'websocket').type('application/json; charset=utf-8')
      return JSON.stringify({ detail: 'This address accepts WebSocket connections only.' })
    })
  }
  app.addHook('preClose', () => {
    const closed = hub.close()
    for (const socket of pending) refusePending(socket, 503, SHUTTING_DOWN)
    return closed
  })
}

async function judge(request: IncomingMessage, parts: UpgradeParts, endpoint: Endpoint): Promise<Verdict> {
  const session = await signIn(request, parts, endpoint)
  if (!session) {
    if (!(await parts.admit({ request }))) return TOO_MANY
    return { close: UNAUTHORIZED }
  }
  const userId = session.actor.id
  // Takes the quota slot first, so that connections over the quota do not count toward the rate limit.
  if (!(await parts.quota.take(userId))) return TOO_MANY
  const verdict = (await parts.admit({ userId })) ? inZone(session, searchOf(request)) : TOO_MANY
  if ('close' in verdict) parts.quota.free(userId)
  return verdict
}

/**
 * Returns undefined if the token is missing or invalid, or may not open this socket. Rejects if the token cannot be
 * verified now.
 */
async function signIn(
  request: IncomingMessage,
  parts: UpgradeParts,
  endpoint: Endpoint,
): Promise<Session | undefined> {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map(each => each.trim()) ?? []
  const token = bearerOf(offered)?.slice(BEARER_PROTOCOL.length)
  if (!token) return undefined
  try {
    const session = await parts.sessions.authenticate(token)
    endpoint.admits(session)
    await parts.used(session, request)
    return session
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'unavailable') throw error
    if (error.kind === 'unauthorized') {
      parts.watch?.tokenRefused()
      const line = { client_address: parts.addressOf(request), route: `/v1${endpoint.path}` }
      parts.log.warn(line, SIGN_IN_REFUSED)
    }
    return undefined
  }
}

/** Returns the subprotocol that contains a token, if exactly one is offered. */
function bearerOf(protocols: Iterable<string>): string | undefined {
  const bearers = [...protocols].filter(each => each.startsWith(BEARER_PROTOCOL))
  return bearers.length === 1 ? bearers[0] : undefined
}

function inZone(session: Session, search: URLSearchParams): Verdict {
  const name = search.getAll('timezone').at(-1)
  if (name === undefined) return { session, zone: naiveUtc }
  // `URLSearchParams` decodes an unescaped plus as a space.
  const zone = findZone(name.replace(' ', '+'))
  return zone ? { session, zone } : { close: [CLOSE.refused, CLOSE_REASONS.invalid_timezone] }
}

function closeRejected(socket: WebSocket, [code, reason]: readonly [number, string]): void {
  socket.on('error', () => {})
  socket.close(code, reason)
  // A rejected client must not keep the socket open by ignoring the close frame.
  setTimeout(() => socket.terminate(), SHUTDOWN_MS).unref()
}

const isAt = (path: string, request: IncomingMessage): boolean =>
  normalizePath(request.url ?? '/').replace(/\/$/, '') === `/v1${path}`

function searchOf(request: IncomingMessage): URLSearchParams {
  const url = request.url ?? ''
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark))
}
