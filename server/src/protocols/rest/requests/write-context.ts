// Runs the handler of a write: sets the cause for the change log, checks `If-Match`, and applies the idempotency
// key.
import type { Route } from '@daymark/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { resourceReaders } from '../../../features/history/readers.ts'
import { referencesIn, restored } from '../../../platform/changes/outcome-form.ts'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx, Write } from '../../../platform/changes/request-tx.ts'
import { changeStore } from '../../../platform/changes/store.ts'
import { type WriteHandler, write } from '../../../platform/changes/write.ts'
import { type Cause, newCause, withCause } from '../../../platform/kernel/cause.ts'
import { changedSince } from '../../../platform/kernel/errors.ts'
import { type Call, JsonText } from '../../../platform/kernel/route-handlers.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { StagedRequest } from '../../../platform/kernel/staged-request.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Staged } from '../../../platform/staged/open.ts'
import { slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import type { ChangeKind } from '../../../platform/storage/tracked-tables.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { toFailure } from '../errors.ts'
import { matchesStrongly, versionTag } from './conditional.ts'
import {
  type Answer,
  answerOnce,
  type KeyedRequest,
  type Outcome,
  outcomeIn,
  readKey,
  sendOnce,
} from './idempotency.ts'
import { searchOf, zoneIn } from './search.ts'

export interface WriteContext {
  storage: RecordedStorage
  clock: Clock
  staged: Staged
}

declare module 'fastify' {
  interface FastifyInstance {
    writeContext: WriteContext
  }
  interface FastifyRequest {
    /** The raw body, or the digest of an uploaded file, to compare a repeated request with the first. */
    rawBody?: string
  }
}

/** The resource that `If-Match` refers to. */
export interface Subject {
  kind: ChangeKind
  id: string
}

export function causeOf(session: Session, reply_to: string | null, further: Partial<Cause> = {}): Cause {
  return newCause({
    actor_id: session.actor.id,
    via: isWebApp(session) ? 'web' : 'api',
    token_name: session.token_name ?? null,
    reply_to,
    ...further,
  })
}

/** False for personal access tokens, device passwords, connected apps, and tokens that the operator has printed. */
const isWebApp = ({ token_id, device_id, app_id, is_printed }: Session): boolean =>
  token_id === undefined && device_id === undefined && app_id === undefined && !is_printed

/** Runs the write and returns the response body. A repeated request gets the stored body. */
export async function runWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  subjectOf: (() => Subject | undefined) | undefined,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { storage, clock } = request.server.writeContext
  const key = readKey(header(request, 'idempotency-key'))
  const match = header(request, 'if-match')
  const cause = causeOf(session, key ?? null)
  if (request.write) request.write = { ...request.write, position: cause.position }
  const work = async () => withVersions(await run(), cause)
  const guarded =
    match === undefined || !subjectOf
      ? work
      : () =>
          storage.enclose([session.actor.id], async () => {
            await storage.read(db => requireVersion(db, session, subjectOf(), match))
            return work()
          })
  if (key === undefined) return settled(request, reply, session, await withCause(cause, guarded))
  const keyed = keyedRequest(request, session, key)
  if (request.routeOptions.config.sends) {
    const once = await sendOnce({ storage, clock }, keyed, () => withCause(cause, guarded))
    if ('sent' in once) return once.sent
    reply.header('idempotency-replayed', 'true').code(once.status)
    return new JsonText('null')
  }
  const answer = await withCause(cause, () =>
    answerOnce({ storage, clock, toAnswer: error => written(toFailure(error)) }, keyed, async () => {
      return answerOf(reply, await guarded())
    }),
  )
  return replied(request, reply, session, answer)
}

const keyedRequest = (request: FastifyRequest, { actor }: Session, key: string): KeyedRequest => ({
  user_id: actor.id,
  key,
  method: request.method,
  url: request.originalUrl,
  body: request.rawBody ?? '',
})

function answerOf(reply: FastifyReply, body: unknown): Answer {
  if (body instanceof StagedRequest) return { status: STAGED, body: JSON.stringify({ id: body.id }) }
  return { status: reply.statusCode, body: body instanceof JsonText ? body.text : JSON.stringify(body) }
}

/** Sends the outcome of a request with a key. */
async function replied(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  answer: Outcome,
): Promise<unknown> {
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  const body = JSON.parse(answer.body)
  if (answer.status === STAGED) return settled(request, reply, session, new StagedRequest(body.id))
  reply.code(answer.status)
  return answer.isBrief ? refreshed(request, session, body) : body
}

interface Declared {
  handler: WriteHandler<Call<Route>, unknown>
  /** The resource that `If-Match` refers to. */
  subjectOf: (() => Subject | undefined) | undefined
  /** Validates the request. */
  given(): Call<Route>
}

/** Runs a handler in the one transaction of its request, together with `If-Match` and the idempotency key. */
export async function runDeclared(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  { handler, subjectOf, given }: Declared,
): Promise<unknown> {
  const { storage } = request.server.writeContext
  const key = readKey(header(request, 'idempotency-key'))
  const match = header(request, 'if-match')
  const cause = causeOf(session, key ?? null, handler.cause?.(given()))
  if (request.write) request.write = { ...request.write, position: cause.position }
  const by = { actor: session.actor, cause }
  const run = async (tx: RequestTx, call: () => Call<Route>) => {
    if (match !== undefined && subjectOf) await requireVersion(tx, session, subjectOf(), match)
    return handler.run(tx, call())
  }
  const { keys: keysOf } = handler
  const keys: Write<() => Call<Route>, unknown>['keys'] =
    keysOf && (async (db, actor, call) => keysOf(db, actor, call()))
  if (key === undefined) {
    const call = match === undefined ? always(given()) : given
    const body = await write(storage, by, { keys, run }, call)
    return settled(request, reply, session, withVersions(body, cause))
  }
  const keyed = keyedRequest(request, session, key)
  const outcome = await write(
    storage,
    by,
    {
      keys,
      run: (tx: RequestTx, call) =>
        outcomeIn(tx, keyed, {
          toAnswer: error => written(toFailure(error)),
          run: async () => {
            const body = await run(tx, call)
            await tx.record()
            return answerOf(reply, withVersions(body, cause))
          },
        }),
    },
    given,
  )
  if (outcome.failure !== undefined) throw outcome.failure
  return replied(request, reply, session, outcome)
}

const always =
  <T>(value: T) =>
  () =>
    value

/** Reads the resources that a brief outcome refers to. Of other people's items, it contains only ids. */
async function refreshed(request: FastifyRequest, { actor }: Session, brief: unknown): Promise<unknown> {
  const { storage, clock } = request.server.writeContext
  const ids = [...referencesIn(brief)]
  const zone = zoneIn(searchOf(request))
  const resources = new Map<string, unknown>()
  await storage.read(async db => {
    for (const some of slicesOf(ids))
      for (const kind of ITEM_KINDS) {
        const found = await resourceReaders[kind](db, actor.id, some, {
          now: clock.now(),
          // No entry of the log, so that deleted timers are missing too.
          since: Number.MAX_SAFE_INTEGER,
        })
        for (const [id, present] of found) resources.set(id, present(zone))
      }
  })
  return restored(brief, resources)
}

const ITEM_KINDS = ['tag_group', 'tag', 'todo', 'schedule', 'timer', 'meeting'] as const

/** The stored outcome of a staged request is only its job, so that a repeated request gets what has become of it. */
const STAGED = 202

/**
 * Waits for a staged request after its first transaction has been committed. If it takes long, or if the client prefers
 * that, responds with the job instead.
 */
async function settled(
  request: FastifyRequest,
  reply: FastifyReply,
  { actor }: Session,
  result: unknown,
): Promise<unknown> {
  if (!(result instanceof StagedRequest)) return result
  const respondsAsync = prefersAsync(header(request, 'prefer'))
  const outcome = await request.server.writeContext.staged.settle(actor.id, result.id, {
    zone: zoneIn(searchOf(request)),
    wait: !respondsAsync,
  })
  if (request.write) request.write = { ...request.write, position: { seq: outcome.seq } }
  if (outcome.ended) return outcome.body
  reply.code(STAGED).header('location', `/v1/jobs/${outcome.job.id}`)
  if (respondsAsync) reply.header('preference-applied', 'respond-async')
  return outcome.job
}

/** RFC 7240: a comma-separated list of preferences, which may have parameters. */
export const prefersAsync = (prefer: string | undefined): boolean =>
  prefer?.split(',').some(each => /^\s*respond-async\s*(?:;|$)/i.test(each)) === true

const written = ({ status, body }: ReturnType<typeof toFailure>) => ({ status, body: JSON.stringify(body) })

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

async function requireVersion(
  db: Db,
  session: Session,
  subject: Subject | undefined,
  match: string,
): Promise<void> {
  if (!subject) return
  const { kind, id } = subject
  const stored = await changeStore(db).versionOf(kind, session.actor.id, id)
  // Preferences have version 0 until the first one is set.
  const version = kind === 'preferences' ? (stored ?? 0) : stored
  // Does not reject a missing or foreign resource here, so that the answer is the same as without `If-Match`.
  if (version !== undefined && !matchesStrongly(match, versionTag(version))) {
    throw changedSince('The resource has changed since you read it. Read it again and repeat your change.')
  }
}

/** Sets the new versions of written resources, because the response is built before the change log assigns them. */
function withVersions(body: unknown, { versions }: Cause): unknown {
  if (versions.size > 0) update(body, versions, 0)
  return body
}

const DEEPEST = 3

function update(value: unknown, versions: ReadonlyMap<string, number>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (Array.isArray(value)) {
    for (const each of value) update(each, versions, depth)
    return
  }
  const fields = value as Record<string, unknown>
  const version = versions.get(String(fields[idFieldOf(fields)]))
  if (version !== undefined && typeof fields['version'] === 'number') fields['version'] = version
  for (const name of NESTED) update(fields[name], versions, depth + 1)
}

/** Returns the name of the field with the id that the change log uses. */
function idFieldOf(fields: Record<string, unknown>): string {
  // An occurrence has the version of its series, and visibility settings that of the item.
  if (fields['instance_start']) return 'parent_id'
  if (fields['resource_type']) return 'resource_id'
  return fields['blocked_by'] ? 'addressee_id' : 'id'
}

/** Fields that contain other resources. */
const NESTED = ['tags', 'schedules', 'schedule', 'todo', 'items', 'created']
