// Options and events of the timer socket.
import type { ClientMessage, ServerMessage, ServerMessageOf } from '@daymark/contract/sockets/timer-socket'
import type { FailedCommand } from './command-outbox.ts'
import type { OutboxStorage } from './command-storage.ts'
import type { TimerBook } from './timer-book.ts'

export type SocketState = 'connecting' | 'live' | 'offline' | 'unauthorized'

export interface SocketEvents {
  /** The connection was established, lost, or refused. */
  state: SocketState
  /** Any change of your own timers: all of them, for a page to show. */
  timers: TimerBook
  /** The list of waiting commands changed; see `withCommands`. */
  waiting: readonly ClientMessage[]
  /** A friend started, paused, resumed, stopped or canceled a timer. */
  friend: ServerMessageOf<'timer.friend_activity'>['payload']
  /** A command that was sent before a reload, or in a window that is closed, has failed. */
  failed: FailedCommand
  /** Every received message. */
  message: ServerMessage
}

export interface SocketOptions {
  /** `UTC`, `+HH:MM` or an IANA name; without it, datetimes are UTC without a suffix. */
  timezone?: string
  /** Persists unsent commands over a reload of the page; `outboxIn(localStorage, prefix)` makes one. */
  outbox?: OutboxStorage
  /** Closes the socket permanently. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
}

export interface CommandOptions {
  /** Stops waiting and resending; what the server has already done stays done. */
  signal?: AbortSignal
}
