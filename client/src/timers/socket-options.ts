// Options and events of the timer socket.
import type { ClientMessage, ServerMessage, ServerMessageOf } from '@daymark/contract/sockets/timer-socket'
import type { FailedCommand } from './command-outbox.ts'
import type { OutboxStorage } from './command-storage.ts'
import type { TimerBook } from './timer-book.ts'

export type SocketState = 'connecting' | 'live' | 'offline' | 'unauthorized'

export interface SocketEvents {
  /** The connection was established, lost, or refused. */
  state: SocketState
  /** One of your timers has changed. The event contains all your timers. */
  timers: TimerBook
  /** The list of waiting commands changed; see `withCommands`. */
  waiting: readonly ClientMessage[]
  /** A friend started, paused, resumed, stopped or canceled a timer. */
  friend: ServerMessageOf<'timer.friend_activity'>['payload']
  /** A command has failed that was given before a reload, or in a window that was closed. */
  failed: FailedCommand
  /** A message of any type was received. */
  message: ServerMessage
}

export interface SocketOptions {
  /** `UTC`, `+HH:MM` or an IANA name; without it, datetimes are UTC without a suffix. */
  timezone?: string
  /** Persists unsent commands across page reloads, for example `outboxIn(localStorage, prefix)`. */
  outbox?: OutboxStorage
  /** Closes the socket permanently. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
}

export interface CommandOptions {
  /** Stops waiting and resending. A command that the server has already run is not undone. */
  signal?: AbortSignal
}
