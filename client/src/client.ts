// The SDK's client object: every API operation as a typed method, `client.<feature>.<operation>(input)`.
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { LiveConnection } from './live/live.ts'
import type { LiveOptions } from './live/options.ts'
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
export type { Batch, LiveChange } from './live/change-log.ts'
export type { LiveState } from './live/change-stream.ts'
export { LiveConnection } from './live/live.ts'
export type { LiveEvents, LiveOptions } from './live/options.ts'
export { withEntries } from './live/overlay.ts'
export type { Status } from './live/status.ts'
export type { Snapshot, Store } from './live/store.ts'
export type { TimerCommands, TimerWrite } from './live/timer-commands.ts'
export type * from './nouns.ts'
export { absoluteBody, bulkOf, singleEntries, versionsOf } from './outbox/bulk.ts'
export {
  asDiscarded,
  type EntryError,
  type EntryState,
  isContained,
  isEnded,
  type OutboxEntry,
} from './outbox/entry.ts'
export { fileStorage } from './outbox/file-storage.ts'
export { indexedDbStorage } from './outbox/indexed-db.ts'
export type { Outbox, OutboxEvents } from './outbox/outbox.ts'
export { type EntryStorage, memoryStorage } from './outbox/storage.ts'
export type { Write } from './outbox/write.ts'
export type { RetryOptions } from './retry.ts'
export { TimerSocket } from './timer-socket.ts'
export { CommandFailed, type FailedCommand } from './timers/command-outbox.ts'
export { type OutboxStorage, outboxIn } from './timers/command-storage.ts'
export { withCommands } from './timers/expected-timers.ts'
export type { CommandOptions, SocketEvents, SocketOptions, SocketState } from './timers/socket-options.ts'
export type { TimerBook } from './timers/timer-book.ts'

/** An operation bound to a connection. Functions of the operation, such as `all` and `csv`, are bound too. */
type Bound<T> = (T extends (connection: Connection, ...input: infer Input) => infer Result
  ? (...input: Input) => Result
  : unknown) & { readonly [K in keyof T]: K extends 'target' ? T[K] : Bound<T[K]> }

type Methods<G> = { readonly [K in keyof G]: Bound<G[K]> }

export type Client = { readonly [F in keyof typeof operations]: Methods<(typeof operations)[F]> } & {
  readonly timers: {
    /** Opens the socket for timer commands. */
    connect(options?: SocketOptions): TimerSocket
  }
  /** Opens a live connection, with a local copy of the person's data and an outbox for writes. */
  connect(options?: LiveOptions): LiveConnection
}

export type ClientOptions = ConnectionOptions

/**
 * Creates a client for one server.
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
  client.connect = (live?: LiveOptions) => new LiveConnection(connection, live)
  return client as Client
}

type AnyOperation = (connection: Connection, input?: object) => unknown

const bindAll = (connection: Connection, group: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<AnyOperation | object>(group as Record<string, AnyOperation>).map(([name, part]) => [
      name,
      typeof part === 'function'
        ? // Also binds the functions of the operation, such as `all` and `csv`.
          Object.assign(
            (input?: object) => (part as AnyOperation)(connection, input),
            bindAll(connection, part),
          )
        : part,
    ]),
  )
