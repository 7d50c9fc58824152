// What a live connection takes and tells.
import type { LiveMessageOf } from '@daymark/contract/sockets/live-socket'
import type { EntryStorage } from '../outbox/storage.ts'
import type { Windows } from '../outbox/windows.ts'
import type { LiveState } from './feed.ts'
import type { Batch } from './poll.ts'
import type { Status } from './status.ts'
import type { Snapshot } from './store.ts'

export interface LiveOptions {
  /** The id of the user (`client.users.me()`): waiting writes are kept under it and never sent as somebody else. */
  account?: string
  /** Keeps waiting writes over a reload; needs `account`. Without it they live in memory. */
  storage?: EntryStorage
  /** Of all datetimes of the copy: `UTC` (unless said otherwise), `+HH:MM` or an IANA name. */
  timezone?: string
  /** False: keeps no copy, for a program that has its own caches and needs only events and the outbox. */
  store?: boolean
  /** What `snapshot()` gave before: shown at once, and brought up to date. */
  snapshot?: Snapshot
  /** Which schedules are read at the start, at most 400 days; from 92 days ago to 308 days ahead unless said otherwise. */
  schedules?: { start_date: string; end_date: string }
  /** How often changes are asked for where sockets are blocked; 5 seconds unless said otherwise. */
  pollMs?: number
  /** Closes the connection for good. */
  signal?: AbortSignal
  /** Replaces the global `WebSocket`. */
  WebSocket?: typeof WebSocket
  /** Replaces Web Locks and BroadcastChannel, for tests. */
  windows?: Windows
}

export interface LiveEvents {
  /** The connection came, went, fell back to polling, or was refused. */
  state: LiveState
  /** What the indicator shows. */
  status: Status
  /** Changes of one request, after the store has applied them. */
  batch: Batch
  /** Everything was read anew; caches of one's own are stale. */
  reload: undefined
  /** Somebody else changed something that this person can see, or could see until now: read it again. */
  shared: LiveMessageOf<'shared.changed'>['payload']
  /** A friend started, paused, resumed, stopped or cancelled a timer. */
  friend: LiveMessageOf<'timer.friend_activity'>['payload']
}
