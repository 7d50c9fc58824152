// Calls REST route handlers in this process, with the same scopes, validation and presentation as over HTTP.
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@daymark/contract/route'
import { type Routes, routes } from '@daymark/contract/routes'
import type { RecordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { write } from '../../platform/changes/write.ts'
import { newCause, type Position } from '../../platform/kernel/cause.ts'
import type { Call, Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Session } from '../../platform/kernel/session.ts'
import { StagedRequest } from '../../platform/kernel/staged-request.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { requireScope } from '../../platform/sign-in/require-scope.ts'
import type { Staged } from '../../platform/staged/open.ts'
import type { Job } from '../../platform/staged/staged.ts'
import {
  isDryRun,
  jsonHandler,
  type Needs,
  needsOf,
  type Open,
  section,
} from '../rest/requests/json-handler.ts'
import { type JsonPage, readPage } from '../rest/requests/read-page.ts'

const GROUPS = [
  'history',
  'meetings',
  'quickAdd',
  'reports',
  'schedules',
  'search',
  'tags',
  'timers',
  'todos',
] as const
type Group = (typeof GROUPS)[number]

export type OperationHandlers = { [G in Group]: Handlers<Routes[G]> }

type Given<R extends Route> = (ParamsOf<R> extends undefined ? unknown : { params: ParamsOf<R> }) &
  (QueryOf<R> extends undefined ? unknown : { query?: QueryOf<R> }) &
  (BodyOf<R> extends undefined ? unknown : { body: BodyOf<R> })

type GroupOperations<G extends Group> = {
  [K in keyof Routes[G]]: Routes[G][K] extends Route
    ? (given: Given<Routes[G][K]>) => Promise<ResponseOf<Routes[G][K]>>
    : never
}
export type Operations = { [G in Group]: GroupOperations<G> }

/** For example `todos.create`. */
export type OperationName = { [G in Group]: `${G}.${keyof Routes[G] & string}` }[Group]

export interface Caller {
  session: Session
  zone: Zone
  /** The transaction of the tool that calls, if it has one. */
  tx?: RequestTx | undefined
  position: Position
}

interface OperationParts {
  storage: RecordedStorage
  clock: Clock
  staged: Pick<Staged, 'settle'>
}

export function needsOfOperation(name: OperationName): Needs {
  const [group, route] = name.split('.') as [Group, string]
  const found = (routes[group] as Record<string, Route>)[route]
  if (!found) throw new Error(`There is no route ${name}.`)
  return needsOf(routes[group], found)
}

interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}
type Run = (caller: Caller, given: Parts) => Promise<unknown>

/** A request that runs in steps takes long. It goes on after this error. */
export class StillRunning extends Error {
  readonly job: Job

  constructor(job: Job) {
    super(`This takes longer: ${Math.round(job.progress * 100)} % is done. It goes on as job ${job.id}.`)
    this.job = job
  }
}

export function operationsOf(
  handlers: OperationHandlers,
  parts: OperationParts,
): (caller: Caller) => Operations {
  const groups = GROUPS.map(group => {
    const runs = Object.entries<Route>(routes[group]).map(([name, route]): [string, Run] => [
      name,
      runner(route, needsOf(routes[group], route), (handlers[group] as never)[name], parts),
    ])
    return [group, runs] as const
  })
  return caller =>
    Object.fromEntries(
      groups.map(([group, runs]) => [
        group,
        Object.fromEntries(runs.map(([name, run]) => [name, (given: Parts = {}) => run(caller, given)])),
      ]),
    ) as unknown as Operations
}

function runner(
  route: Route,
  { area, access }: Needs,
  handler: unknown,
  { storage, clock, staged }: OperationParts,
): Run {
  const readParams = section(route.params)
  const readQuery = section(route.query)
  const readBody = section(route.body)
  return async ({ session, zone, tx, position }, { params, query = {}, body }) => {
    requireScope(session, area, access)
    const call = {
      actor: session.actor,
      session,
      params: readParams(params),
      query: readQuery(query),
      body: readBody(body),
      zone,
      now: () => clock.now(),
      status: ignore,
      clientAddress: () => '',
      isAbandoned: () => false,
      once: <T>(work: () => Promise<T>) => work(),
      header: ignore,
      setHeader: ignore,
      readPage: async (asked, read) => (await readPage(asked, read)).items,
    } as Call<Route>
    const open = tx ? openIn(tx) : openAlone(storage, session, position)
    const result = await jsonHandler(route, handler, open)(call)
    if (result instanceof StagedRequest) {
      const outcome = await staged.settle(session.actor.id, result.id, { zone, wait: true })
      position.seq = outcome.seq
      if (outcome.ended) return outcome.body
      throw new StillRunning(outcome.job)
    }
    return route.list ? JSON.parse(String((result as JsonPage).json)) : result
  }
}

/** Runs an operation in the tool's transaction. If it fails, only its own changes are rolled back. */
const openIn =
  (tx: RequestTx): Open =>
  (declared, call) => {
    if (declared.opens === 'read') return declared.run(tx, call)
    if (declared.opens === 'reads') return declared.run(work => work(tx), call)
    if (declared.dryRun && isDryRun(call.body)) return declared.dryRun(tx, call)
    return tx.attempt(async () => {
      if (declared.keys) tx.hold(...(await declared.keys(tx, tx.actor, call)))
      return declared.run(tx, call)
    })
  }

const openAlone =
  (storage: RecordedStorage, { actor }: Session, position: Position): Open =>
  (declared, call) => {
    if (declared.opens === 'read') return storage.read(db => declared.run(db, call))
    if (declared.opens === 'reads') return declared.run(storage.read, call)
    const cause = newCause({ actor_id: actor.id, position, ...declared.cause?.(call) })
    return write(storage, { actor, cause }, declared, call)
  }

const ignore = () => undefined
