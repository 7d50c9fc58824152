// The CalDAV server (RFC 4791, 6578). Calendar apps sign in with device passwords.
import { CALENDAR_SCOPES } from '@daymark/contract/accounts/scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_OBJECT_BYTES, PreconditionFault } from '../../features/icalendar/objects/collection.ts'
import type { CalendarObjectService } from '../../features/icalendar/objects/service.ts'
import type { UserService } from '../../features/people/users/service.ts'
import type { RecordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import { write } from '../../platform/changes/write.ts'
import { newCause } from '../../platform/kernel/cause.ts'
import type { HeavyWork } from '../../platform/kernel/concurrency/heavy-work.ts'
import { Problem } from '../../platform/kernel/errors.ts'
import type { Session } from '../../platform/kernel/session.ts'
import { readRest, toFailure } from '../rest/errors.ts'
import type { Tree } from '../rest/not-found.ts'
import { objectPath, ROOT, readAddress } from './address.ts'
import { makeCollection, proppatch } from './collection-requests.ts'
import { FilterFault } from './filter.ts'
import { deleteResource, getObject, moveObject, putObject } from './object-requests.ts'
import { propfind } from './propfind.ts'
import { report } from './report.ts'
import type { DavHandler, DavRequest } from './request.ts'
import { CALDAV, DAV, document, element, href, XmlFault } from './xml.ts'

interface Parts {
  storage: RecordedStorage
  objects: CalendarObjectService
  users: UserService
  heavy: HeavyWork
}

const HANDLERS: Record<string, DavHandler> = {
  DELETE: deleteResource,
  GET: getObject,
  HEAD: getObject,
  MKCALENDAR: makeCollection,
  MKCOL: makeCollection,
  MOVE: moveObject,
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  PUT: putObject,
  REPORT: report,
}
const WRITES = new Set(['DELETE', 'MKCALENDAR', 'MKCOL', 'MOVE', 'PROPPATCH', 'PUT'])
const METHODS = ['OPTIONS', ...Object.keys(HANDLERS)]
export const DAV_TREE: Tree = { prefix: '/dav', methods: METHODS }
const FEATURES = '1, 3, access-control, calendar-access, extended-mkcol'
/** Fastify does not support these methods by default. */
const EXTRA = ['MKCALENDAR', 'MKCOL', 'MOVE', 'PROPFIND', 'PROPPATCH', 'REPORT']

export function serveCalDav(app: FastifyInstance, parts: Parts): void {
  for (const method of EXTRA) app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  app.register(async dav => {
    dav.removeAllContentTypeParsers()
    const limit = { parseAs: 'buffer' as const, bodyLimit: MAX_OBJECT_BYTES + 1_024 }
    dav.addContentTypeParser('*', limit, (_request, body, done) => done(null, body))
    dav.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
    const config = { answersOptions: true }
    const route = { method: METHODS, config, exposeHeadRoute: false, handler: answer(parts) }
    dav.route({
      ...route,
      url: '/.well-known/caldav',
      config: { ...config, openToAll: true },
      handler: (_request, reply) => reply.redirect(ROOT, 301),
    })
    dav.route({ ...route, url: '/dav' })
    dav.route({ ...route, url: '/dav/*' })
  })
}

const answer =
  ({ storage, objects, users, heavy }: Parts) =>
  async (raw: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header('dav', FEATURES)
    if (raw.method === 'OPTIONS') return reply.header('allow', METHODS.join(', ')).send()
    const session = requireDevice(raw)
    const { actor } = session
    const cause = newCause({ actor_id: actor.id, via: 'caldav', token_name: session.token_name ?? null })
    if (WRITES.has(raw.method)) raw.write = { user_id: actor.id, position: cause.position }
    // Reads the URL as it was sent, because the server escapes malformed percent-encoding, and the escaped URL would
    // name another object.
    const address = readAddress(raw.originalUrl)
    // The same response for other people's URLs and impossible ones, so that ids cannot be probed.
    if (!address || (address.kind !== 'root' && address.user !== actor.id))
      throw new Problem('not_found', 'There is nothing at this address.')
    const profile = await users.me(actor)
    const request: DavRequest = {
      actor,
      person: { id: actor.id, email: profile.email },
      canWrite: session.scopes?.includes('calendar:write') ?? false,
      address,
      objects,
      heavy,
      cause,
      write: run => write(storage, { actor, cause }, { run }, undefined),
      raw,
      reply,
    }
    return HANDLERS[raw.method]?.(request)
  }

/** Refuses requests without a device password, because calendar apps must not store the account's password. */
function requireDevice({ session, signInFailure }: FastifyRequest): Session {
  const refused = new Problem('unauthorized', 'Sign in with your address and a device password.')
  if (!session) throw signInFailure instanceof Problem ? signInFailure : refused
  if (session.device_id === undefined) throw refused
  // Nothing can be written over CalDAV without reading first.
  if (!CALENDAR_SCOPES.some(scope => session.scopes?.includes(scope)))
    throw new PreconditionFault('need-privileges', 'This device password may not read calendars.')
  return session
}

const IN_DAV = new Set([
  'valid-sync-token',
  'supported-report',
  'quota-not-exceeded',
  'need-privileges',
  'collection-must-be-empty',
])

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof PreconditionFault) {
    const code =
      error.condition === 'quota-not-exceeded' ? 507 : error.condition === 'no-uid-conflict' ? 409 : 403
    const address = readAddress(request.url)
    const conflict =
      error.href !== undefined && address?.kind === 'object'
        ? href(objectPath(address.user, address.collection, error.href))
        : ''
    const condition = element(IN_DAV.has(error.condition) ? DAV : CALDAV, error.condition, conflict)
    return sendError(reply, code, condition, error.message)
  }
  if (error instanceof XmlFault) return sendError(reply, 400, '', error.message)
  if (error instanceof FilterFault)
    return sendError(reply, 403, element(CALDAV, 'valid-filter'), error.message)
  const { status, body } = toFailure(error)
  if (body.retry_after !== undefined) reply.header('retry-after', String(body.retry_after))
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Daymark", charset="UTF-8"')
  if (status >= 500) request.log.error({ err: error }, 'a CalDAV request failed')
  if (status !== 413) return sendError(reply, status, '', (body as { detail: string }).detail)
  readRest(request, reply)
  return sendError(reply, status, element(CALDAV, 'max-resource-size'), 'The body is larger than 2 MiB.')
}

function sendError(reply: FastifyReply, code: number, condition: string, message: string): FastifyReply {
  const text = element('urn:daymark', 'message', message.replace(/[<&>]/g, ' '))
  return reply
    .code(code)
    .type('application/xml; charset=utf-8')
    .send(document('error', `${condition}${text}`))
}
