// The interface between features and the REST protocol. Independent of Fastify.
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
import type { StagedRequest } from './staged-request.ts'
import type { Zone } from './time/zone.ts'
import type { Upload } from './upload.ts'

/** A request that passed authentication, limits and validation. */
export interface Call<R extends Route> {
  actor: R['auth'] extends 'none' ? undefined : Actor
  /** Undefined for routes without authentication. */
  session: R['auth'] extends 'none' ? undefined : Session
  params: DecodedParams<R>
  query: DecodedQuery<R>
  /** The uploaded file, or the decoded body. */
  body: R['upload'] extends string ? Upload : DecodedBody<R>
  /** The response's datetimes use this zone. */
  zone: Zone
  /** Overrides the route's usual status code. */
  status(code: 200 | 201 | 202 | 503): void
  /** The client's address, even behind trusted proxies. */
  clientAddress(): string
  /** The current time. A write uses the moment of its transaction instead (`tx.now`). */
  now(): number
  /** True if the client has disconnected. */
  isAbandoned(): boolean
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Only upload handlers call this. The server itself wraps the handlers of other writes. */
  once: Once
  /** Reads a page of a list that is part of a larger response, and adds a header that links to the next page. */
  readPage<T>(asked: PageRequest, read: (batch: PageRequest) => Promise<Page<T>>): Promise<T[]>
}

/** Runs the write of a request. A retry with the same idempotency key gets the first result. */
export type Once = <T>(work: () => Promise<T>) => Promise<T>

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/**
 * A response that a handler has written as JSON, as text or as the bytes of the text. For large responses, this is faster
 * and smaller than building objects.
 */
export class JsonText {
  readonly json: string | Buffer

  constructor(json: string | Buffer) {
    this.json = json
  }

  get text(): string {
    return String(this.json)
  }
}

/**
 * A handler that runs in a transaction or a read which the protocol opens. `writes` and `reads` of `changes/write.ts`
 * make them.
 */
export interface Declared<C, A> {
  readonly opens: 'transaction' | 'read' | 'reads'
  run(opened: never, call: C): Promise<A>
}

type Either<C, A> = ((call: C) => Promise<A>) | Declared<C, A>

type Handler<R extends Route> = Either<Call<R>, ResponseOf<R> | JsonText | StagedRequest>

/** Handles a route that also responds with CSV. */
export interface TableHandler<R extends Route> {
  json: Either<Call<R>, ResponseOf<R>>
  csv: Either<Call<R>, CsvTable>
}

/** Handles a list that also responds with CSV. `page` is called once per batch. */
export interface CsvListHandler<R extends Route> {
  json: ListHandler<R>
  csv: { name: string; header: readonly string[]; page: Either<Call<R>, Page<readonly Cell[]>> }
}

/**
 * A plain function is called once per batch, with the batch's `limit` and `cursor`. Lists that cannot be read in
 * batches use `lazily`, which is called once with the request's `limit` and `cursor`.
 */
export type ListHandler<R extends Route> =
  | Either<Call<R>, Page<ItemOf<ResponseOf<R>>>>
  | { lazily: Either<Call<R>, LazyPage<ItemOf<ResponseOf<R>>>> }

export interface FileAnswer {
  name: string
  content: Readable
}

type FileHandler<R extends Route> = Either<Call<R>, FileAnswer>

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

/** A route that only an older API version had. Requests fail with a message that names the replacement. */
export interface RetiredRoute {
  method: string
  path: string
  detail: string
}
