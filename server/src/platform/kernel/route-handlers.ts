// What a feature registers with the REST protocol: one function per route of its group, independent of Fastify.
import type {
  DecodedBody,
  DecodedParams,
  DecodedQuery,
  ResponseOf,
  Route,
  RouteGroup,
} from '@daymark/contract/route'
import type { Actor } from './actor.ts'
import type { LazyPage, Page, PageRequest } from './page.ts'
import type { Session } from './session.ts'
import type { Zone } from './time/zone.ts'

/** A request after authentication, limits and validation. */
export interface Call<R extends Route> {
  actor: R['auth'] extends 'none' ? undefined : Actor
  /** The session that the actor signed in with. */
  session: R['auth'] extends 'none' ? undefined : Session
  params: DecodedParams<R>
  query: DecodedQuery<R>
  body: DecodedBody<R>
  /** The zone in which the response's datetimes are written. */
  zone: Zone
  /** Responds with a status code other than the route's usual one. */
  status(code: 200 | 201 | 202 | 503): void
  /** The client's address, behind any proxies. */
  clientAddress(): string
  /** For the few routes that use cookies. */
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** For a response that contains a list without being one: reads as much as fits and announces the next page. */
  readPage<T>(asked: PageRequest, read: (batch: PageRequest) => Promise<Page<T>>): Promise<T[]>
}

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R>>

/**
 * Reads a list: once per batch of a response, each time with the `limit` and `cursor` of the batch; or `lazily`, with
 * those of the request, if a page is more than its batches.
 */
export type ListHandler<R extends Route> =
  | ((call: Call<R>) => Promise<Page<ItemOf<ResponseOf<R>>>>)
  | { lazily(call: Call<R>): Promise<LazyPage<ItemOf<ResponseOf<R>>>> }

export type Handlers<G extends RouteGroup> = {
  [K in keyof G]: G[K]['list'] extends true ? ListHandler<G[K]> : Handler<G[K]>
}

/** A route of an older version of the interface: refused with a message that names its successor. */
export interface RetiredRoute {
  method: string
  path: string
  detail: string
}
