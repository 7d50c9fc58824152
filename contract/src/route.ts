// What a route is: one entry of the table from which server, OpenAPI document and SDK are derived.
import type Type from 'typebox'
import type { Access, Area } from './accounts/scopes.ts'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Where the path hangs; `/v1` unless said otherwise. */
  prefix?: '' | '/auth'
  /** Below the prefix, with `{name}` for path parameters. */
  path: string
  summary: string
  description: string
  /** `none`: answered without a token, and a token is not looked at. */
  auth?: 'none'
  /** What a personal access token must be allowed, where the group and the method do not tell. */
  needs?: { area: Area; access: Access }
  params?: Type.TObject
  query?: Type.TObject
  body?: Type.TSchema
  /** Success code; 200 unless said otherwise. */
  status?: 200 | 201 | 202
  /** Another code with the same kind of answer, and when it is given; the example is recorded unless it is here. */
  otherwise?: { status: 200 | 202 | 503; when: string; example?: unknown }
  response: Type.TSchema
  /** The answer is one page of a list: `limit` and `cursor` are taken, `Link` announces the next. */
  list?: true
  /** The list carries an ETag: it changes only with the log of its reader. */
  versioned?: true
  /** The kind of resource that the last path parameter names: `If-Match` is compared with its version. */
  resource?: 'tag_group' | 'tag' | 'todo' | 'schedule' | 'timer' | 'meeting' | 'by_type'
  /** The request or the answer holds a secret, so nothing of it is ever stored for an `Idempotency-Key`. */
  secret?: true
  /** Error codes of its own; `errorsOf` adds those that follow from the rest. */
  errors?: readonly number[]
  /** Needs neither the database nor the issuer, so it never answers 503. */
  standsAlone?: true
}

export type RouteGroup = Record<string, Route>

/** The whole path of a route, with `{name}` for path parameters. */
export const fullPath = (route: Route): string => `${route.prefix ?? '/v1'}${route.path}`

/** Every error that a route can answer: its own, and those that follow from what it takes and needs. */
export function errorsOf(route: Route): number[] {
  const codes = [
    ...(route.errors ?? []),
    // 403: also a personal access token without the scope.
    ...(route.auth === 'none' ? [] : [401, 403]),
    ...(route.body ? [413, 415] : []),
    ...(route.resource ? [412] : []),
    // Everywhere, because of `timezone` and of the limits.
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

// … and as the server receives it, checked and decoded.
export type DecodedParams<R extends Route> = DecodedOf<R['params']>
export type DecodedQuery<R extends Route> = DecodedOf<R['query']>
export type DecodedBody<R extends Route> = DecodedOf<R['body']>
