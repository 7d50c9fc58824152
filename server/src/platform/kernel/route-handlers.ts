// Types of the route handlers that features register with the REST protocol. Independent of Fastify.
import type { Readable } from 'node:stream'
import type {
  DecodedBody,
  DecodedParams,
  DecodedQuery,
  ResponseOf,
  Route,
  RouteGroup,
} from '@daymark/contract/route'
import type { Actor } from './actor.ts'
import type { Cell, CsvTable } from './csv.ts'
import type { LazyPage, Page, PageRequest } from './page.ts'
import type { Session } from './session.ts'
import type { Zone } from './time/zone.ts'

/** A request after authentication, limits and validation. */
export interface Call<R extends Route> {
  actor: R['auth'] extends 'none' ? undefined : Actor
  /** The caller's session; undefined for routes without authentication. */
  session: R['auth'] extends 'none' ? undefined : Session
  params: DecodedParams<R>
  query: DecodedQuery<R>
  body: DecodedBody<R>
  /** The zone of the response's datetimes. */
  zone: Zone
  /** Responds with a status code other than the route's usual one. */
  status(code: 200 | 201 | 202 | 503): void
  /** The client address, even behind proxies. */
  clientAddress(): string
  /** True if the client has disconnected, so that nobody receives the response. */
  isAbandoned(): boolean
  /** Reads a request header, for the few routes that use cookies. */
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Only uploads call this. It already encloses the whole handler of every other write. */
  once: Once
  /** Reads a page of a list that is part of a larger response, and announces the next page in a header. */
  readPage<T>(asked: PageRequest, read: (batch: PageRequest) => Promise<Page<T>>): Promise<T[]>
}

/** Runs the part of a request that writes. A repeated request with the same key gets the first result instead. */
export type Once = <T>(work: () => Promise<T>) => Promise<T>

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/** The JSON text of a large response, which is faster to write piece by piece than from objects. */
export class JsonText {
  readonly text: string
  /** True if the response changes only when the caller's change log changes. */
  readonly changesWithLog: boolean

  constructor(text: string, { changesWithLog = false } = {}) {
    this.text = text
    this.changesWithLog = changesWithLog
  }
}

type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R> | JsonText>

/** The handler of a route that also answers as CSV. */
export interface TableHandler<R extends Route> {
  json(call: Call<R>): Promise<ResponseOf<R>>
  csv(call: Call<R>): Promise<CsvTable>
}

/** The handler of a list that also answers as CSV. `page` is called once per batch. */
export interface CsvListHandler<R extends Route> {
  json: ListHandler<R>
  csv: { name: string; header: readonly string[]; page(call: Call<R>): Promise<Page<readonly Cell[]>> }
}

/**
 * Reads a list. A plain function is called once per batch, with the batch's `limit` and `cursor`. Lists that cannot
 * be read in batches use `lazily`, which is called once with the `limit` and `cursor` of the request.
 */
export type ListHandler<R extends Route> =
  | ((call: Call<R>) => Promise<Page<ItemOf<ResponseOf<R>>>>)
  | { lazily(call: Call<R>): Promise<LazyPage<ItemOf<ResponseOf<R>>>> }

/** The response of a route that sends a file. */
export interface FileAnswer {
  name: string
  content: Readable
}

type FileHandler<R extends Route> = (call: Call<R>) => Promise<FileAnswer>

export type Handlers<G extends RouteGroup> = {
  [K in keyof G]: G[K]['list'] extends true
    ? G[K]['csv'] extends true
      ? CsvListHandler<G[K]>
      : ListHandler<G[K]>
    : G[K]['csv'] extends true
      ? TableHandler<G[K]>
      : G[K]['file'] extends string
        ? FileHandler<G[K]>
        : Handler<G[K]>
}

/** A route of an older API version. It is refused with a message that names its replacement. */
export interface RetiredRoute {
  method: string
  path: string
  detail: string
}
