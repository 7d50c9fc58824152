// The server, the OpenAPI document and the SDK are all derived from routes of this type.
import type Type from 'typebox'
import type { Access, Area } from './accounts/scopes.ts'
import type { ChangeKind } from './constants.ts'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/v1` by default. */
  prefix?: '' | '/auth'
  /** The path below the prefix, with `{name}` for path parameters. */
  path: string
  summary: string
  description: string
  /** `none`: the route needs no token and ignores one that is sent. */
  auth?: 'none'
  /** The scope that a personal access token needs, if it differs from the one implied by group and method. */
  needs?: { area: Area; access: Access }
  params?: Type.TObject
  query?: Type.TObject
  body?: Type.TSchema
  /** Treats a missing request body as an empty object, as PATCH always does. */
  bodyOptional?: true
  /**
   * The request body is a file instead of JSON, or a form that contains one. This is the file's type;
   * `application/octet-stream` accepts any type.
   */
  upload?: 'text/calendar' | 'application/zip' | 'application/octet-stream'
  /** 200 by default. */
  status?: 200 | 201 | 202
  /**
   * A second status code with the same response schema. `when` says when it occurs. Without `example`, the example
   * is recorded from a real server.
   */
  otherwise?: { status: 200 | 202 | 503; when: string; example?: unknown }
  response: Type.TSchema
  /** The request may touch many items. It then runs in steps, and may respond with 202 and a `Job`. */
  staged?: true
  /** A paginated list: the route accepts `limit` and `cursor`, and `Link` points to the next page. */
  list?: true
  /** The response has an ETag, because it changes only together with the caller's change log. */
  versioned?: true
  /** The request writes nothing, although its method is POST. It ignores an `Idempotency-Key`. */
  reads?: true
  /** Sends a test message to another server. A repeated `Idempotency-Key` sends nothing for five minutes, and gets no body. */
  sends?: true
  /** Asks another server before it writes. The handler calls `once` for what it writes. */
  fetches?: true
  /** Also available as CSV, with `Accept: text/csv` or `format=csv`. */
  csv?: true
  /** The response is a streamed file of this type instead of JSON. */
  file?: 'application/zip' | 'text/calendar'
  /**
   * The kind of the item whose version is compared with `If-Match`. The last path parameter is the item's id. Without
   * path parameters, the item is the caller's own. `by_type`: the path parameter `resource_type` is the kind.
   */
  resource?: ChangeKind | 'by_type'
  /** The request or response contains a secret, so neither is stored for an `Idempotency-Key`. */
  secret?: true
  /** The error codes specific to this route. `errorsOf` adds the general ones. */
  errors?: readonly number[]
  /** The route stores additional items, not only the one in its path, so it can exceed a quota. */
  stores?: true
  /** The route works without the database and the issuer, so the general 503 error does not apply to it. */
  standsAlone?: true
  /** The answer carries `X-Seq` although the request changes nothing. */
  tellsPosition?: true
}

export type RouteGroup = Record<string, Route>

/** Returns the path with its prefix, such as `/v1/todos/{todo_id}`. */
export const fullPath = (route: Route): string => `${route.prefix ?? '/v1'}${route.path}`

const takesId = ({ body }: Route): boolean => 'id' in ((body as { properties?: object })?.properties ?? {})

/** True if a person's request may change something. The answer then carries `X-Seq`. */
export const isWrite = ({ method, auth, reads }: Route): boolean =>
  auth !== 'none' && method !== 'GET' && !reads

/** Returns the route's own error codes and those that its definition implies, in ascending order. */
export function errorsOf(route: Route): number[] {
  const codes = [
    ...(route.errors ?? []),
    // A personal access token without the required scope gets 403.
    ...(route.auth === 'none' ? [] : [401, 403]),
    ...(route.body || route.upload ? [413] : []),
    // A file from another program may have any content type, so the route never returns 415.
    ...(route.body || (route.upload && route.upload !== 'application/octet-stream') ? [415] : []),
    ...(route.resource ? [412] : []),
    // The client-chosen id may already exist.
    ...(takesId(route) ? [409] : []),
    // Every route validates `timezone`.
    422,
    429,
    ...(route.standsAlone ? [] : [503]),
  ]
  return [...new Set(codes)].sort((a, b) => a - b)
}

interface Shape {
  properties?: Record<string, { type?: string }>
  anyOf?: Shape[]
}

/** An item with `as_of` shows its state at a moment, so it changes over time without a write. */
export const isOfMoment = (fields: object): boolean => 'as_of' in fields

/** True for items with a `version`: the log position of the last change. Such an item changes only with its version. */
const hasVersion = ({ properties, anyOf = [] }: Shape): boolean =>
  (properties?.['version']?.type === 'integer' && !isOfMoment(properties)) || anyOf.some(hasVersion)

/** Returns whether responses have an ETag: lists and reports on the caller's own items, and items with a version. */
export const hasTag = ({ versioned, resource, list, response }: Route): boolean =>
  versioned === true || resource !== undefined || (!list && hasVersion(response as Shape))

/**
 * Returns the codes that `errorsOf` does not include: 304 if unchanged, and 409 over a quota. Their responses are the
 * same on all routes.
 */
export function sharedCodesOf(route: Route): number[] {
  const { method } = route
  const canExceed = route.stores || (route.resource !== undefined && (method === 'PATCH' || method === 'PUT'))
  return [
    ...(method === 'GET' && hasTag(route) ? [304] : []),
    ...(canExceed && !errorsOf(route).includes(409) ? [409] : []),
  ]
}

/** Checks each route's type but keeps the exact type for clients and handlers. */
export const routeGroup = <const T extends RouteGroup>(group: T): T => group

type StaticOf<T> = T extends Type.TSchema ? Type.Static<T> : undefined
type DecodedOf<T> = T extends Type.TSchema ? Type.StaticDecode<T> : undefined

/** The contents of an uploaded file. */
export type FileBody = string | Blob | Uint8Array<ArrayBuffer>

// Values as a client sends them.
export type ParamsOf<R extends Route> = StaticOf<R['params']>
export type QueryOf<R extends Route> = StaticOf<R['query']>
export type BodyOf<R extends Route> = R['upload'] extends string ? FileBody : StaticOf<R['body']>
export type ResponseOf<R extends Route> = Type.Static<R['response']>

// Validated and decoded values as a handler receives them.
export type DecodedParams<R extends Route> = DecodedOf<R['params']>
export type DecodedQuery<R extends Route> = DecodedOf<R['query']>
export type DecodedBody<R extends Route> = R['upload'] extends string ? Uint8Array : DecodedOf<R['body']>
