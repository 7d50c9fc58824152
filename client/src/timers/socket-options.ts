import type { ClientMessage, ServerMessage, ServerMessageOf } from '@daymark/contract/sockets/timer-socket'
import type { FailedCommand } from './command-outbox.ts'
import type { OutboxStorage } from './command-storage.ts'
import type { TimerBook } from './timer-book.ts'

export type SocketState = 'connecting' | 'live' | 'offline' | 'unauthorized'

export interface SocketEvents {
  /** The connection's state changed. */
  state: SocketState
  /** Your timers may have changed. The event contains all that are known. */
  timers: TimerBook
  /** The list of waiting commands changed; see `withCommands`. */
  waiting: readonly ClientMessage[]
  /** A friend started, paused, resumed, stopped or canceled a timer. */
  friend: ServerMessageOf<'timer.friend_activity'>['payload']
  /** A command from before a reload, or from another window, has failed. */
  failed: FailedCommand
  /** A message of any type was received. */
  message: ServerMessage
}

export interface SocketOptions {
  /** `UTC`, `+HH:MM` or an IANA name. Without it, datetimes are UTC without a suffix. */
  timezone?: string
  /** Keeps commands without an outcome across page reloads, for example `outboxIn(localStorage, prefix)`. */
  outbox?: OutboxStorage
  /** Closes the socket permanently. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
}

export interface CommandOptions {
  /** Stops waiting and resending. Does not undo a command that the server has already run. */
  signal?: AbortSignal
}
