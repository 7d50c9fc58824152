// The SDK as one object: every operation of the API as a typed method, `client.<feature>.<operation>(input)`.
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { operations } from './operations.ts'
import { TimerSocket } from './timer-socket.ts'
import type { SocketOptions } from './timers/socket-options.ts'

export { type Connection, type ConnectionOptions, connect, type Fetch } from './connection.ts'
export { elapsedMs } from './elapsed.ts'
export {
  ApiError,
  Conflict,
  Forbidden,
  InvalidRequest,
  NetworkError,
  NotFound,
  RateLimited,
  Unauthorized,
} from './errors.ts'
export type * from './nouns.ts'
export type { RetryOptions } from './retry.ts'
export { TimerSocket } from './timer-socket.ts'
export { withCommands } from './timers/expected-timers.ts'
export { CommandFailed, type FailedCommand } from './timers/outbox.ts'
export { type OutboxStorage, outboxIn } from './timers/outbox-storage.ts'
export type { CommandOptions, SocketEvents, SocketOptions, SocketState } from './timers/socket-options.ts'
export type { TimerBook } from './timers/timer-book.ts'

/** An operation whose connection is settled; so are the iterators of a list. */
type Bound<T> = (T extends (connection: Connection, ...input: infer Input) => infer Result
  ? (...input: Input) => Result
  : unknown) & { readonly [K in keyof T]: Bound<T[K]> }

type Methods<G> = { readonly [K in keyof G]: Bound<G[K]> }

export type Client = { readonly [F in keyof typeof operations]: Methods<(typeof operations)[F]> } & {
  readonly timers: {
    /** Opens the socket over which timers are started, paused, resumed and stopped. */
    connect(options?: SocketOptions): TimerSocket
  }
}

export type ClientOptions = ConnectionOptions

/**
 * A client of one server.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://daymark.example.org', token: () => session.accessToken() })
 * const todos = await client.todos.list({ query: { scope: 'all' } })
 */
export function createClient(options: ClientOptions): Client {
  const connection = connect(options)
  const features = Object.entries(operations).map(([name, group]) => [name, bindAll(connection, group)])
  const client = Object.fromEntries(features)
  client.timers.connect = (socket?: SocketOptions) => new TimerSocket(connection, socket)
  return client as Client
}

type AnyOperation = (connection: Connection, input?: object) => unknown

const bindAll = (connection: Connection, group: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<AnyOperation>(group as Record<string, AnyOperation>).map(([name, operation]) => [
      name,
      // `all`, `pages` and `each` of a list are operations too.
      Object.assign((input?: object) => operation(connection, input), bindAll(connection, operation)),
    ]),
  )
