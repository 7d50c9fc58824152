import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPreferences } from '../../features/preferences/service.ts'
import type { RecordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { forbidden, invalid, unauthorized } from '../../platform/kernel/errors.ts'
import { type OriginRules, originAllowed } from '../../platform/kernel/origin.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { findZone, utc } from '../../platform/kernel/time/zone.ts'
import type { Staged } from '../../platform/staged/open.ts'
import { once } from '../rest/documents/document.ts'
import { cleanName, nameInSessionId, sessionIdOf, sourceName, UNKNOWN_CLIENT } from './client-name.ts'
import { type OperationHandlers, operationsOf } from './operations.ts'
import type { Visit } from './server.ts'
import type { ToolContext } from './tool.ts'

export interface McpParts {
  version: string
  storage: RecordedStorage
  clock: Clock
  handlers: OperationHandlers
  staged: Pick<Staged, 'settle'>
  origins: OriginRules
  publicUrl(): string
  /** The issuer whose tokens the server accepts. */
  issuer(): string
}

const PATH = '/mcp'
const audience = 'mcp' as const
const METADATA = '/.well-known/oauth-protected-resource'

/** JSON-RPC batches are not part of MCP since 2025-06-18, and would hide many calls in one request. */
const NO_BATCHES = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32_600,
    message: 'JSON-RPC batches are not supported. Send each message in its own request.',
  },
}

export function serveMcp(app: FastifyInstance, parts: McpParts): void {
  const challenge = () => `Bearer resource_metadata="${parts.publicUrl()}${METADATA}${PATH}"`
  const visits = new WeakMap<Request, Visit>()
  const open = once(() => load(parts, visits))
  app.post(PATH, { config: { challenge, audience } }, async (request, reply) => {
    const session = admit(request, parts)
    if (Array.isArray(request.body)) return reply.code(400).send(NO_BATCHES)
    const { mcp, visitOf } = await open()
    const asked = webRequest(request, parts.publicUrl())
    visits.set(asked, visitOf(request, session))
    const answer = await mcp.fetch(asked, { parsedBody: request.body })
    return send(reply, answer, nameOfNewClient(request.body))
  })
  // The server offers neither streams nor stored sessions.
  const notAllowed = (request: FastifyRequest, reply: FastifyReply) => {
    admit(request, parts)
    return reply
      .code(405)
      .header('allow', 'POST')
      .send({ detail: `${request.method} is not allowed here.` })
  }
  app.get(PATH, { config: { challenge, audience } }, async (request, reply) => notAllowed(request, reply))
  app.delete(PATH, { config: { challenge, audience } }, async (request, reply) => notAllowed(request, reply))
  serveMetadata(app, parts)
}

/** Serves the RFC 9728 metadata. Clients first try the URL that ends with the resource's path. */
function serveMetadata(app: FastifyInstance, { publicUrl, issuer }: McpParts): void {
  for (const url of [METADATA, `${METADATA}${PATH}`]) {
    app.get(url, { config: { openToAll: true } }, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*')
      return {
        resource: `${publicUrl()}${PATH}`,
        authorization_servers: [issuer()],
        scopes_supported: (await import('./tools/catalog.ts')).TOOL_SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Daymark',
        resource_documentation: `${publicUrl()}/docs`,
      }
    })
  }
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

function admit(request: FastifyRequest, { origins, publicUrl }: McpParts): Session {
  const { origin, host = '' } = request.headers
  // After DNS rebinding, an attacker's page sends its own host name, so only this server's names are trusted.
  const own = LOOPBACK.test(host) ? host : new URL(publicUrl()).host
  if (!originAllowed(origin, own, origins)) throw forbidden('This origin is not in CORS_ALLOWED_ORIGINS.')
  if (!request.session)
    throw (
      request.signInFailure ??
      unauthorized('An access token is required: sign in with OAuth, or send a personal access token.')
    )
  return request.session
}

async function load(parts: McpParts, visits: WeakMap<Request, Visit>) {
  const [{ openMcp }, { isOffered, runTool }, { timerCommands }] = await Promise.all([
    import('./server.ts'),
    import('./run-tool.ts'),
    import('./timer-commands.ts'),
  ])
  const operations = operationsOf(parts.handlers, parts)

  async function contextOf(
    session: Session,
    { source, position }: Pick<ToolContext, 'source' | 'position'>,
    timezone: unknown,
  ): Promise<(tx?: RequestTx) => ToolContext> {
    const preferences = await parts.storage.read(db => readPreferences(db, session.actor, parts.clock.now()))
    const name = typeof timezone === 'string' ? timezone : preferences.timezone
    const zone = name === null ? utc : findZone(name)
    if (!zone) throw invalid('timezone', 'must be an IANA time zone')
    const now = parts.clock.now()
    return tx => {
      const caller = { session, zone, position, tx }
      const own = { source, api: operations(caller), timers: timerCommands(caller, () => parts.clock.now()) }
      return { ...caller, now, preferences, ...own }
    }
  }

  const visitOf = (request: FastifyRequest, session: Session): Visit => {
    const earlier = nameInSessionId(single(request.headers['mcp-session-id']))
    return {
      isOffered: tool => isOffered(tool, session),
      async run(tool, input, client) {
        const source = sourceName(client ?? earlier ?? UNKNOWN_CLIENT, session.token_name)
        const position = { seq: undefined }
        if (tool.access === 'write' && input['dry_run'] !== true)
          request.write = { user_id: session.actor.id, position }
        const contextIn = await contextOf(session, { source, position }, input['timezone'])
        return runTool({ storage: parts.storage, session, source, position, contextIn }, tool, input)
      },
      report: error => request.log.error({ request_id: request.id, err: error }, 'tool failed'),
    }
  }
  const mcp = openMcp({ version: parts.version }, request => {
    const visit = request && visits.get(request)
    if (!visit) throw new Error('The request of this MCP server is unknown.')
    return visit
  })
  return { mcp, visitOf }
}

/** Uses a placeholder body, because Fastify has already parsed the real one. */
function webRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = single(request.headers[name])
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(`${publicUrl}${PATH}`, { method: 'POST', headers, body: '{}' })
}

async function send(reply: FastifyReply, answer: Response, newClient: string | undefined) {
  reply.code(answer.status)
  const type = answer.headers.get('content-type')
  if (type !== null) reply.type(type)
  // Only clients with a protocol version before 2026-07-28 send `initialize`. They repeat the session id with every
  // request.
  if (newClient !== undefined && answer.ok) reply.header('mcp-session-id', sessionIdOf(newClient))
  return reply.header('cache-control', 'no-store').send(await answer.text())
}

function nameOfNewClient(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { clientInfo?: { title?: unknown; name?: unknown } }
  }
  if (method !== 'initialize') return undefined
  return cleanName(params?.clientInfo?.title) ?? cleanName(params?.clientInfo?.name)
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
