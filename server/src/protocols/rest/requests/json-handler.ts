// The steps that REST and MCP share when they call the handler of a route: required scope, validation and pages.
import { type Access, accessOf } from '@daymark/contract/accounts/scopes'
import type { Route, RouteGroup } from '@daymark/contract/route'
import { routes } from '@daymark/contract/routes'
import { type Check, checker, summary } from '@daymark/contract/validation/validate'
import type Type from 'typebox'
import type { ReadHandler, StepsHandler, WriteHandler } from '../../../platform/changes/write.ts'
import { Problem } from '../../../platform/kernel/errors.ts'
import type { LazyPage, Page, PageRequest } from '../../../platform/kernel/page.ts'
import type { Call, TableHandler } from '../../../platform/kernel/route-handlers.ts'
import { readJsonPage, readLazyJsonPage } from './read-page.ts'

export type AnyHandler = (call: Call<Route>) => Promise<unknown>
type LazyList = (call: Call<Route>) => Promise<LazyPage<unknown>>
type PlainList = ((call: Call<Route>) => Promise<Page<unknown>>) | { lazily: LazyList }
type AnyDeclared =
  | WriteHandler<Call<Route>, unknown>
  | ReadHandler<Call<Route>, unknown>
  | StepsHandler<Call<Route>, unknown>

/** Opens what a declared handler needs, and runs it. */
export type Open = (declared: AnyDeclared, call: Call<Route>) => Promise<unknown>

export const isDeclared = (handler: unknown): handler is AnyDeclared =>
  typeof handler === 'object' && handler !== null && 'opens' in handler

/** A dry run writes nothing, so it ignores an `Idempotency-Key`. */
export const isDryRun = (fields: unknown): boolean =>
  typeof fields === 'object' && fields !== null && 'dry_run' in fields && fields.dry_run === true

/** Returns a plain function for a handler that may be declared. */
export const opened = (handler: unknown, open: Open): AnyHandler =>
  isDeclared(handler) ? call => open(handler, call) : (handler as AnyHandler)

/** The scope that a route requires. */
export interface Needs {
  area: string | undefined
  access: Access
}

export const needsOf = (group: RouteGroup, route: Route): Needs =>
  route.needs ?? { area: areaOf(group), access: accessOf(route.method) }

/** Returns the scope area of a route group. Token scopes are named after the groups of the route table. */
const areaOf = (group: RouteGroup): string | undefined =>
  Object.entries<RouteGroup>(routes).find(([, each]) => each === group)?.[0]

/** Returns the handler that answers with JSON. A list answers with a `JsonPage`. */
export function jsonHandler(route: Route, handler: unknown, open: Open): AnyHandler {
  const json = route.csv ? (handler as TableHandler<Route>).json : (handler as object)
  if (!route.list) return opened(json, open)
  return listed(
    typeof json === 'object' && 'lazily' in json
      ? { lazily: opened(json.lazily, open) as LazyList }
      : (opened(json, open) as (call: Call<Route>) => Promise<Page<unknown>>),
  )
}

/** Wraps the handler of a list, so that it returns the requested page. */
const listed =
  (handler: PlainList): AnyHandler =>
  async call => {
    if (typeof handler !== 'function') return readLazyJsonPage(await handler.lazily(call as never))
    const asked = call.query as PageRequest
    return readJsonPage<unknown>(asked, batch => handler({ ...call, query: { ...asked, ...batch } } as never))
  }

const nothing = () => undefined

/** Returns a function that validates and decodes one part of a request, such as its body. */
export function section(schema: Type.TSchema | undefined): (value: unknown) => unknown {
  return schema ? insisting(checker(schema)) : nothing
}

export const insisting =
  (check: Check<Type.TSchema>) =>
  (value: unknown): unknown => {
    const outcome = check(value)
    if (outcome.ok) return outcome.value
    throw new Problem('invalid', summary(outcome.errors), { errors: outcome.errors })
  }
