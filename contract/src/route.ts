// The definition of a route: one entry of the table from which server, OpenAPI document and SDK are derived.
import type Type from 'typebox'
import type { Access, Area } from './accounts/scopes.ts'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The prefix of the path; `/v1` by default. */
  prefix?: '' | '/auth'
  /** Below the prefix, with `{name}` for path parameters. */
  path: string
  summary: string
  description: string
  /** `none`: answered without a token; a token is ignored. */
  auth?: 'none'
  /** The scope that a personal access token needs, if it does not follow from the group and the method. */
  needs?: { area: Area; access: Access }
  params?: Type.TObject
  query?: Type.TObject
  body?: Type.TSchema
  /** Success code; 200 by default. */
  status?: 200 | 201 | 202
  /**
   * Another success code with the same kind of response, and its meaning; the example is recorded unless it is here.
   */
  otherwise?: { status: 200 | 202 | 503; when: string; example?: unknown }
  response: Type.TSchema
  /** The response is one page of a list: it accepts `limit` and `cursor`, and `Link` points to the next page. */
  list?: true
  /** The list has an ETag: it changes only with its reader's log. */
  versioned?: true
  /**
   * The kind of resource that the last path parameter names, or that belongs to the caller: `If-Match` is compared
   * with its version.
   */
  resource?: 'tag_group' | 'tag' | 'todo' | 'schedule' | 'timer' | 'meeting' | 'preferences' | 'by_type'
  /** The request or the response contains a secret, so nothing of it is ever stored for an `Idempotency-Key`. */
  secret?: true
  /** Its own error codes; `errorsOf` adds those that follow from the rest. */
  errors?: readonly number[]
  /** Needs neither the database nor the issuer, so it never answers 503. */
  standsAlone?: true
}

export type RouteGroup = Record<string, Route>

/** The whole path of a route, with `{name}` for path parameters. */
export const fullPath = (route: Route): string => `${route.prefix ?? '/v1'}${route.path}`

/** Every error of a route: its own, and those that follow from its input and needs. */
export function errorsOf(route: Route): number[] {
  const codes = [
    ...(route.errors ?? []),
    // 403 also for a personal access token without the scope.
    ...(route.auth === 'none' ? [] : [401, 403]),
    ...(route.body ? [413, 415] : []),
    ...(route.resource ? [412] : []),
    // On every route, because of `timezone` and of the limits.
    422,
    429,
    ...(route.standsAlone ? [] : [503]),
  ]
  return [...new Set(codes)].sort((a, b) => a - b)
}

/** Keeps the exact types of each entry while checking its form. */
export const routeGroup = <const T extends RouteGroup>(group: T): T => group

type StaticOf<T> = T extends Type.TSchema ? Type.Static<T> : undefined
type DecodedOf<T> = T extends Type.TSchema ? Type.StaticDecode<T> : undefined

// As a client writes it …
export type ParamsOf<R extends Route> = StaticOf<R['params']>
export type QueryOf<R extends Route> = StaticOf<R['query']>
export type BodyOf<R extends Route> = StaticOf<R['body']>
export type ResponseOf<R extends Route> = Type.Static<R['response']>

// … and as the server receives it, validated and decoded.
export type DecodedParams<R extends Route> = DecodedOf<R['params']>
export type DecodedQuery<R extends Route> = DecodedOf<R['query']>
export type DecodedBody<R extends Route> = DecodedOf<R['body']>
