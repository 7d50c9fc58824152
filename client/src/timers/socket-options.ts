// What the timer socket takes and tells.
import type { ClientMessage, ServerMessage, ServerMessageOf } from '@daymark/contract/sockets/timer-socket'
import type { FailedCommand } from './command-outbox.ts'
import type { OutboxStorage } from './command-storage.ts'
import type { TimerBook } from './timer-book.ts'

export type SocketState = 'connecting' | 'live' | 'offline' | 'unauthorised'

export interface SocketEvents {
  /** The connection came, went, or was refused. */
  state: SocketState
  /** Any change of one's own timers: the whole book, for a page to show. */
  timers: TimerBook
  /** A command waits for its outcome, or does so no longer: all that wait, see `withCommands`. */
  waiting: readonly ClientMessage[]
  /** A friend started, paused, resumed, stopped or cancelled a timer. */
  friend: ServerMessageOf<'timer.friend_activity'>['payload']
  /** A command that was given before a reload, or in a window that is closed, has failed. */
  failed: FailedCommand
  /** Every message as it came. */
  message: ServerMessage
}

export interface SocketOptions {
  /** `UTC`, `+HH:MM` or an IANA name; without it datetimes are UTC with no suffix. */
  timezone?: string
  /** Keeps unsent commands over a reload of the page; `outboxIn(localStorage, prefix)` makes one. */
  outbox?: OutboxStorage
  /** Closes the socket for good. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
}

export interface CommandOptions {
  /** Ends the waiting and the sending again; what the server has already done stays done. */
  signal?: AbortSignal
}
