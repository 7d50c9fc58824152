// Options and events of a live connection.
import type { LiveMessageOf } from '@daymark/contract/sockets/live-socket'
import type { EntryStorage } from '../outbox/storage.ts'
import type { Windows } from '../outbox/windows.ts'
import type { LiveState } from './change-stream.ts'
import type { Batch } from './poll.ts'
import type { Status } from './status.ts'
import type { Snapshot } from './store.ts'

export interface LiveOptions {
  /** The id of the user (`client.users.me()`): waiting writes are stored under it and never sent as someone else. */
  account?: string
  /** Persists waiting writes over a reload; needs `account`. Without it they are kept in memory. */
  storage?: EntryStorage
  /** The zone of all datetimes of the copy: `UTC` (the default), `+HH:MM` or an IANA name. */
  timezone?: string
  /** False: keeps no copy, for a program that has its own caches and needs only events and the outbox. */
  store?: boolean
  /** With `store: false`: a position of the log that is not newer than your own caches; changes after it arrive. */
  since?: number | undefined
  /** An earlier result of `snapshot()`: shown at once, and brought up to date. */
  snapshot?: Snapshot
  /** Which schedules are read at the start, at most 400 days; by default from 92 days ago to 308 days ahead. */
  schedules?: { start_date: string; end_date: string }
  /** How often changes are polled if sockets are blocked; 5 seconds by default. */
  pollMs?: number
  /** Closes the connection permanently. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
  /** Replaces Web Locks and BroadcastChannel, for tests. */
  windows?: Windows
}

export interface LiveEvents {
  /** The connection was established or lost, fell back to polling, or was refused. */
  state: LiveState
  /** The state for an indicator. */
  status: Status
  /** Changes of one request, after the store has applied them. */
  batch: Batch
  /** All data was read again; your own caches may be stale. */
  reload: undefined
  /** Someone else changed an item that this person can see, or could see until now: read it again. */
  shared: LiveMessageOf<'shared.changed'>['payload']
  /** A friend started, paused, resumed, stopped or canceled a timer. */
  friend: LiveMessageOf<'timer.friend_activity'>['payload']
}
