// The SDK: every route of the contract as a typed method, `client.<feature>.<operation>(input)`.
import type { ResponseOf, Route, RouteGroup } from '@daymark/contract/route'
import { type Routes, routes, type SignInRoutes, signInRoutes } from '@daymark/contract/routes'
import { type Connection, call, type Fetch, type InputOf } from './call.ts'
import { type AnyListInput, allOf, itemsOf, pagesOf } from './pages.ts'
import type { RetryOptions } from './retry.ts'
import { type SocketOptions, TimerSocket } from './timer-socket.ts'

export { elapsedMs } from './elapsed.ts'
export { ApiError, NetworkError, RateLimited } from './errors.ts'
export type * from './nouns.ts'
export { CommandFailed, type OutboxStorage } from './outbox.ts'
export type { RetryOptions } from './retry.ts'
export type { TimerBook } from './timer-book.ts'
export { type CommandOptions, type SocketOptions, type SocketState, TimerSocket } from './timer-socket.ts'

type Taking<R extends Route, Result> =
  Record<string, never> extends InputOf<R> ? (input?: InputOf<R>) => Result : (input: InputOf<R>) => Result

type Call<R extends Route> = Taking<R, Promise<ResponseOf<R>>>

type ItemOf<R extends Route> = ResponseOf<R> extends readonly (infer Item)[] ? Item : never

/** A list gives one page when it is called itself. Of all its pages: */
interface Whole<R extends Route> {
  /** Everything as one array. */
  readonly all: Call<R>
  /** Page after page: `for await (const todos of client.todos.list.pages())`. */
  readonly pages: Taking<R, AsyncIterable<ResponseOf<R>>>
  /** One after the other: `for await (const todo of client.todos.list.each())`. */
  readonly each: Taking<R, AsyncIterable<ItemOf<R>>>
}

type Method<R extends Route> = R extends { list: true } ? Call<R> & Whole<R> : Call<R>

type Methods<G extends RouteGroup> = { readonly [K in keyof G]: Method<G[K]> }

type Features = Routes & SignInRoutes

export type Client = { readonly [F in keyof Features]: Methods<Features[F]> } & {
  readonly timers: {
    /** Opens the socket over which timers are started, paused, resumed and stopped. */
    connect(options?: SocketOptions): TimerSocket
  }
}

export interface ClientOptions {
  /** Where the server is, such as `https://daymark.example.org`. */
  baseUrl: string
  /** An access token, or a function that gives the current one. */
  token?: string | Connection['token']
  /** Replaces the global `fetch`, for tests and special transports. */
  fetch?: Fetch
  /** How a call is made again after 429 and 503 if repeating it is harmless; `false`: never. */
  retry?: RetryOptions | false
}

export function createClient(options: ClientOptions): Client {
  const { token } = options
  const connection: Connection = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    token: typeof token === 'function' ? token : () => token,
    retry: options.retry ?? {},
  }
  const features = Object.entries<RouteGroup>({ ...routes, ...signInRoutes }).map(([name, group]) => [
    name,
    methodsOf(connection, group),
  ])
  const client = Object.fromEntries(features)
  client.timers.connect = (socket?: SocketOptions) => new TimerSocket(connection, socket)
  return client as Client
}

function methodsOf(connection: Connection, group: RouteGroup) {
  const methods = Object.entries(group).map(([name, route]) => {
    const one = async (input?: object) => (await call(connection, route, input)).data
    if (!route.list) return [name, one]
    const whole = {
      all: (input?: AnyListInput) => allOf(connection, route, input),
      pages: (input?: AnyListInput) => pagesOf(connection, route, input),
      each: (input?: AnyListInput) => itemsOf(connection, route, input),
    }
    return [name, Object.assign(one, whole)]
  })
  return Object.fromEntries(methods)
}
