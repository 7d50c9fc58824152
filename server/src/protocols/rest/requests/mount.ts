// Registers a feature's handlers for the routes of its contract: validates requests, calls handlers, sends
// responses.

import type { ChangeKind } from '@daymark/contract/changes'
import { fullPath, isWrite, type Route, type RouteGroup } from '@daymark/contract/route'
import { readQuery } from '@daymark/contract/validation/query'
import { checker } from '@daymark/contract/validation/validate'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type Type from 'typebox'
import { type WriteHandler, write } from '../../../platform/changes/write.ts'
import type { Cell, CsvTable } from '../../../platform/kernel/csv.ts'
import type { Page, PageRequest } from '../../../platform/kernel/page.ts'
import {
  type Call,
  type CsvListHandler,
  type FileAnswer,
  type Handlers,
  JsonText,
  type TableHandler,
} from '../../../platform/kernel/route-handlers.ts'
import { requireSession } from '../identify.ts'
import { isRunning, matchesAny, matchesTag, showsOtherItems, tagOf } from './conditional.ts'
import { sendTable, streamFile, streamList, varyByAccept, wantsCsv } from './csv.ts'
import { expectedTag } from './expected-tag.ts'
import {
  type AnyHandler,
  insisting,
  isDeclared,
  isDryRun,
  jsonHandler,
  type Needs,
  needsOf,
  type Open,
  opened,
  section,
} from './json-handler.ts'
import { type JsonPage, readPage } from './read-page.ts'
import { searchOf, zoneIn } from './search.ts'
import { mountUpload } from './upload.ts'
import { causeOf, runDeclared, runWrite, type Subject } from './write-context.ts'

export function mount<G extends RouteGroup>(app: FastifyInstance, group: G, handlers: Handlers<G>): void {
  for (const [name, route] of Object.entries<Route>(group)) {
    const mounted: RouteOptions = {
      method: route.method,
      url: fullPath(route).replace(/\{(\w+)\}/g, ':$1'),
      config: {
        openToAll: route.auth === 'none',
        answers: route.response,
        sends: route.sends === true,
      },
      ...(route.auth !== 'none' && { onRequest: admit(route, needsOf(group, route)) }),
      handler: endpoint(route, answering(route, handlers[name], opening(app))),
    }
    if (route.upload) mountUpload(app, route.upload, mounted)
    else app.route(mounted)
  }
}

/** The handlers of a route by response format. */
interface Answering {
  json: AnyHandler
  /** Set if the handler runs in the transaction of the request. */
  write?: WriteHandler<Call<Route>, unknown>
  /** Answers as CSV, or in the only format of the route. */
  file?: (call: Call<Route>, reply: FastifyReply) => Promise<unknown>
}

/** Opens the read of a declared handler, or the transaction of one that has no key and no resource. */
const opening =
  (app: FastifyInstance): Open =>
  (declared, call) => {
    const { storage } = app.writeContext
    if (declared.opens === 'read') return storage.read(db => declared.run(db, call))
    if (declared.opens === 'reads') return declared.run(storage.read, call)
    const { dryRun } = declared
    if (dryRun && isDryRun(call.body)) return storage.read(db => dryRun(db, call))
    const { actor } = call
    if (!actor || !call.session) throw new Error('A write without a person opens its own transaction.')
    const cause = causeOf(call.session, null, declared.cause?.(call))
    return write(storage, { actor, cause }, declared, call)
  }

function answering(route: Route, handler: unknown, open: Open): Answering {
  const { file: type } = route
  if (type !== undefined) {
    const send = opened(handler, open) as (call: Call<Route>) => Promise<FileAnswer>
    return { json: send, file: async (call, reply) => streamFile(reply, type, await send(call)) }
  }
  const json = jsonHandler(route, handler, open)
  if (!route.csv)
    return { json, ...(isDeclared(handler) && handler.opens === 'transaction' && { write: handler }) }
  if (!route.list) {
    const csv = opened((handler as TableHandler<Route>).csv, open) as (call: Call<Route>) => Promise<CsvTable>
    return { json, file: async (call, reply) => sendTable(reply, await csv(call)) }
  }
  const { csv: table } = handler as CsvListHandler<Route & { list: true }>
  const csv = { ...table, page: opened(table.page, open) as (call: Call<Route>) => Promise<Page<Cell[]>> }
  return {
    json,
    file: async (call, reply) => {
      const asked = call.query as PageRequest
      const read = (batch: PageRequest) => csv.page({ ...call, query: { ...asked, ...batch } } as never)
      if (asked.limit === undefined) return streamList(reply, asked.cursor, { ...csv, read })
      return sendTable(reply, { ...csv, rows: await call.readPage(asked, read) })
    },
  }
}

/** Returns a hook that requires a session with the needed scope, after rate limiting and before the body is read. */
const admit =
  (route: Route, { area, access }: Needs) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    if (request.session && isWrite(route)) request.write = { user_id: request.session.actor.id }
    requireSession(request, area, access)
    done()
  }

function endpoint(route: Route, handler: Answering) {
  const readParams = section(route.params)
  const readBody = section(route.body)
  const readSearch = searchReader(route.query)
  const success = route.status ?? 200
  const canDryRun = 'dry_run' in ((route.body as { properties?: object } | undefined)?.properties ?? {})

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { session } = request
    const search = searchOf(request)
    const asFile = route.file !== undefined || (route.csv === true && wantsCsv(request, search))
    if (route.csv) varyByAccept(reply)
    const tag = asFile ? undefined : await expectedTag(route, request, search)
    // `*` is checked later, because a running timer has no ETag, and only the result shows whether a timer is running.
    if (tag !== undefined && isKnown(request, tag) && !matchesAny(knownTags(request)))
      return reply.code(304).header('etag', tag).send()
    reply.code(success)
    const given = (): Call<Route> => ({
      actor: session?.actor as Call<Route>['actor'],
      session: session as Call<Route>['session'],
      params: readParams(request.params) as never,
      query: readSearch(search) as never,
      zone: zoneIn(search),
      body: (route.upload ? request.body : readBody(bodyOf(route, request.body))) as never,
      status: code => reply.code(code),
      clientAddress: () => request.clientAddress(),
      now: () => request.server.writeContext.clock.now(),
      isAbandoned: () => reply.raw.destroyed,
      once: work =>
        (route.upload || route.fetches) && session && !isDryRun(readSearch(search))
          ? (runWrite(request, reply, session, undefined, work) as ReturnType<typeof work>)
          : work(),
      header: headerName => first(request.headers[headerName]),
      setHeader: (headerName, value) => reply.header(headerName, value),
      readPage: async (asked, read) => {
        const { items, next } = await readPage(asked, read)
        announceNext(request, reply, next)
        return items
      },
    })
    const call = (): Promise<unknown> =>
      asFile && handler.file ? handler.file(given(), reply) : handler.json(given())
    // An upload calls `once` itself, because reading its file inside a transaction would delay other writes.
    const isWrite =
      session !== undefined &&
      route.method !== 'GET' &&
      !route.reads &&
      !route.secret &&
      !route.upload &&
      !route.fetches &&
      !(canDryRun && isDryRun(request.body))
    // If the route has no resource, `If-Match` must not open a transaction around the handler, which may wait for other
    // servers.
    const matched = route.resource ? () => subjectOf(route, request, readParams) : undefined
    const result = !isWrite
      ? await call()
      : handler.write
        ? await runDeclared(request, reply, session, { handler: handler.write, subjectOf: matched, given })
        : await runWrite(request, reply, session, matched, call)
    if (asFile) return result
    if (result instanceof JsonText) return sendJson(reply, result.json)
    if (!route.list) {
      const etag = showsOtherItems(search) ? undefined : etagOf(result, tag)
      return etag === undefined ? result : sendTagged(request, reply, etag, result)
    }
    const { json, has_running, next } = result as JsonPage
    announceNext(request, reply, next)
    if (tag === undefined || has_running) return sendJson(reply, json)
    return sendTagged(request, reply, tag, sendJson(reply, json))
  }
}

const knownTags = (request: FastifyRequest): string => first(request.headers['if-none-match']) ?? ''

const isKnown = (request: FastifyRequest, tag: string): boolean => {
  const known = knownTags(request)
  return known !== '' && matchesTag(known, tag)
}

/**
 * Returns the ETag of the list or report if there is one (`current`), or else the resource's own ETag. A running timer
 * has none.
 */
const etagOf = (result: unknown, current: string | undefined): string | undefined =>
  current === undefined || isRunning(result) ? tagOf(result) : current

/** Sends the ETag, and answers 304 to a read if the client already has the response. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, etag: string, content: unknown): unknown {
  reply.header('etag', etag)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && isKnown(request, etag) ? reply.code(304).send() : content
}

/** Returns the resource that `If-Match` refers to: the one in the path, or the caller's preferences. */
function subjectOf(
  route: Route,
  request: FastifyRequest,
  readParams: (given: unknown) => unknown,
): Subject | undefined {
  if (!route.resource) return undefined
  const caller = request.session?.actor.id
  if (route.resource === 'preferences')
    return caller === undefined ? undefined : { kind: 'preferences', id: caller }
  const params = readParams(request.params) as Record<string, string>
  const kind = route.resource === 'by_type' ? (params['resource_type'] as ChangeKind) : route.resource
  const id = Object.values(params).at(-1)
  return id === undefined ? undefined : { kind, id }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function searchReader(schema: Type.TObject | undefined): (search: URLSearchParams) => unknown {
  if (!schema) return () => undefined
  const read = insisting(checker(schema))
  return search => read(readQuery(schema, search))
}

/** Treats a missing body as empty if the route allows it. Otherwise, the validator reports it. */
const bodyOf = (route: Route, body: unknown): unknown =>
  body === undefined && (route.bodyOptional || route.method === 'PATCH') ? {} : body

/** Fastify sends text and bytes unchanged if the content type is set. */
function sendJson<T extends string | Buffer>(reply: FastifyReply, json: T): T {
  reply.type('application/json; charset=utf-8')
  return json
}

function announceNext(request: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return
  const [path = '', query = ''] = (request.originalUrl ?? '').split('?')
  const search = new URLSearchParams(query)
  search.set('cursor', cursor)
  reply.header('link', `<${path}?${search}>; rel="next"`)
}
