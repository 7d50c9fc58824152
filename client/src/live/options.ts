import type { ChangeKind } from '@daymark/contract/changes'
import type { LiveMessageOf } from '@daymark/contract/sockets/live-socket'
import type { EntryStorage } from '../outbox/storage.ts'
import type { Windows } from '../outbox/windows.ts'
import type { Batch } from './change-log.ts'
import type { LiveState } from './change-stream.ts'
import type { Status } from './status.ts'
import type { Snapshot } from './store.ts'

export interface LiveOptions {
  /** The user's id (`client.users.me()`). Pending writes are stored under it and never sent as another user. */
  account?: string
  /** Persists pending writes across reloads. Needs `account`. Without a storage, pending writes are kept in memory. */
  storage?: EntryStorage
  /** The time zone of all datetimes in the local copy: `UTC` (the default), `+HH:MM` or an IANA name. */
  timezone?: string
  /** Set to false if the program has its own caches and needs only events and the outbox. */
  store?: boolean
  /**
   * With `store: false`: the log position of your own caches. You receive all changes after it, or a `reload`. Without
   * a position, you receive a `reload` at the start.
   */
  since?: number | undefined
  /** An earlier result of `snapshot()`. It is shown at once and then updated; `store: false` uses only its position. */
  snapshot?: Snapshot
  /** The kinds of items to copy; all that the token may read by default. `batch` events report changes of every kind. */
  kinds?: readonly ChangeKind[]
  /** @deprecated Without effect: the copy contains every schedule. Use `kinds` for a copy without schedules. */
  schedules?: { start_date: string; end_date: string }
  /**
   * False never opens a socket: changes are polled, and timer commands wait for a later connection with a socket.
   * Useful for short-lived programs, because the server limits new sockets per minute.
   */
  socket?: boolean
  /** The interval of the state `polling`; 5 seconds by default. */
  pollMs?: number
  /** Closes the connection permanently. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
  /** Replaces Web Locks and BroadcastChannel, for tests. */
  windows?: Windows
  /** Divides all waiting times and time limits, for tests. */
  speed?: number
}

export interface LiveEvents {
  /** The connection's state changed. */
  state: LiveState
  status: Status
  /**
   * Changes that belong together arrived. The store, unless it is off, has already applied them. With `store: false`,
   * return a promise if your caches need time: accepted writes stay in `outbox.entries` until it resolves.
   */
  batch: Batch
  /** Changes may be missing, or all data was loaded again. Reload your own caches, and return a promise as above. */
  reload: { readonly seq: number }
  /** Everything up to this log position is in the store, or with `store: false` in your caches. */
  position: number
  /** Someone else changed an item that this person can see or could see before. Read the item again. */
  shared: LiveMessageOf<'shared.changed'>['payload']
  /** A list that is not in the change log has changed: feeds, subscriptions or device passwords. Read it again. */
  settings: LiveMessageOf<'settings.changed'>['payload']
  /** A friend started, paused, resumed, stopped or canceled a timer. */
  friend: LiveMessageOf<'timer.friend_activity'>['payload']
}
