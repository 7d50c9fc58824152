// Calls REST route handlers in this process, with the same scopes, validation and presentation as over HTTP.
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@daymark/contract/route'
import { type Routes, routes } from '@daymark/contract/routes'
import type { Call, Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { requireScope } from '../../platform/sign-in/require-scope.ts'
import { type AnyHandler, jsonHandler, type Needs, needsOf, section } from '../rest/requests/json-handler.ts'
import { type ReadPage, readPage } from '../rest/requests/read-page.ts'

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

export function operationsOf(handlers: OperationHandlers): (caller: Caller) => Operations {
  const groups = GROUPS.map(group => {
    const runs = Object.entries<Route>(routes[group]).map(([name, route]): [string, Run] => [
      name,
      runner(route, needsOf(routes[group], route), jsonHandler(route, (handlers[group] as never)[name])),
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

function runner(route: Route, { area, access }: Needs, handler: AnyHandler): Run {
  const readParams = section(route.params)
  const readQuery = section(route.query)
  const readBody = section(route.body)
  return async ({ session, zone }, { params, query = {}, body }) => {
    requireScope(session, area, access)
    const call = {
      actor: session.actor,
      session,
      params: readParams(params),
      query: readQuery(query),
      body: readBody(body),
      zone,
      status: ignore,
      clientAddress: () => '',
      isAbandoned: () => false,
      once: <T>(work: () => Promise<T>) => work(),
      header: ignore,
      setHeader: ignore,
      readPage: async (asked, read) => (await readPage(asked, read)).items,
    } as Call<Route>
    const result = await handler(call)
    return route.list ? (result as ReadPage<unknown>).items : result
  }
}

const ignore = () => undefined
