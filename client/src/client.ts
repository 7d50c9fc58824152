// The SDK: every route of the contract as a typed method, `client.<feature>.<operation>(input)`.
import type { ResponseOf, Route, RouteGroup } from '@daymark/contract/route'
import { type Routes, routes, type SignInRoutes, signInRoutes } from '@daymark/contract/routes'
import { type Connection, call, type Fetch, type InputOf } from './call.ts'
import { callAll } from './pages.ts'
import { type SocketOptions, TimerSocket } from './timer-socket.ts'

export { elapsedMs } from './elapsed.ts'
export { ApiError, NetworkError, RateLimited } from './errors.ts'
export { CommandFailed, type OutboxStorage } from './outbox.ts'
export type { TimerBook } from './timer-book.ts'
export { type SocketOptions, type SocketState, TimerSocket } from './timer-socket.ts'

type Call<R extends Route> =
  Record<string, never> extends InputOf<R>
    ? (input?: InputOf<R>) => Promise<ResponseOf<R>>
    : (input: InputOf<R>) => Promise<ResponseOf<R>>

/** A list gives one page; `all` gives all of them. */
type Method<R extends Route> = R extends { list: true } ? Call<R> & { readonly all: Call<R> } : Call<R>

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
}

export function createClient(options: ClientOptions): Client {
  const { token } = options
  const connection: Connection = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    token: typeof token === 'function' ? token : () => token,
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
    const all = (input?: object) => callAll(connection, route, input)
    return [name, route.list ? Object.assign(one, { all }) : one]
  })
  return Object.fromEntries(methods)
}
