import type { ChangeKind } from '@daymark/contract/changes'
import type { Job } from '@daymark/contract/jobs'
import { SEGMENTS, SPLIT, TRIM } from '../timers/corrected-timers.ts'

/**
 * - `waiting`: not sent yet, or to be sent again.
 * - `sending`: sent, and waiting for the response.
 * - `sent`: the server has accepted it, but this window has not reached its position in the log (`seq`) yet.
 * - `blocked`: it needs an item whose creation was refused, has expired or is blocked.
 * - `refused`: it will not be sent again, usually because the server refused it; `error` has the reason. Retry or
 *   discard it.
 * - `expired`: older than 30 days, so the server no longer knows whether it ran. Retry or discard it.
 * - `discarded`: only in the storage, so that no window sends it.
 */
export type EntryState = 'waiting' | 'sending' | 'sent' | 'blocked' | 'refused' | 'expired' | 'discarded'

export interface EntryError {
  /** The response's status code; 0 if there was no HTTP response. */
  readonly status: number
  /** The error code of a refused timer command. */
  readonly code?: string
  /** One English sentence, safe to show. */
  readonly detail: string
  readonly errors: readonly { path: string; message: string }[]
}

/** The outcome of a write that ended without an HTTP response. */
export const failure = (detail: string): { readonly error: EntryError } => ({
  error: { status: 0, detail, errors: [] },
})

export interface OutboxEntry {
  /** The `Idempotency-Key`, or the id of the socket message. The resulting changes have this key as `reply_to`. */
  readonly key: string
  /** The id of the user who made the write. */
  readonly account: string
  /** Entries are sorted by this number. */
  readonly order: number
  /** A method and path such as `POST /v1/todos`, or a timer command such as `timer.pause`. */
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** The request body, or the payload of a timer command. */
  readonly body: unknown
  /** The kind of item that the write affects, from `effectOf`. Null if that cannot be predicted, and for bulk writes. */
  readonly kind: ChangeKind | null
  readonly id: string | null
  /** When the person acted, in epoch milliseconds on the device's clock. */
  readonly created_at: number
  /** The same instant on the server's clock; null if that was uncertain. */
  readonly server_at: number | null
  readonly state: EntryState
  readonly attempts: number
  /** How many of the attempts ended with an unexpected server error. Entries of older versions do not contain it. */
  readonly faults?: number
  readonly error: EntryError | null
  /** Once accepted: the position of the person's log at which the write is complete. */
  readonly seq?: number
  /** Once accepted: the server's response, for the windows that wait for it. */
  readonly answer?: unknown
  /** When the entry was accepted or discarded, in epoch milliseconds on the device's clock. */
  readonly ended_at?: number
  /** While the server runs the request in steps: how far it was when this device last asked. */
  readonly job?: RunningJob | null
  /** The versions of items that contain the write, as far as they are known. Only in memory. */
  readonly included?: ReadonlyMap<string, number>
  /** True if the item that the write creates was created and is deleted again. Only in memory. */
  readonly isGone?: true
}

export type RunningJob = Pick<Job, 'id' | 'progress'>

export type EffectAction = 'create' | 'patch' | 'delete'

export interface Effect {
  readonly kind: ChangeKind
  readonly action: EffectAction
  /** The path parameter that contains the id; undefined if the id is in the body or is the person's own id. */
  readonly param?: string
  /** True if every person has exactly one item of this kind. The item's id is the person's id. */
  readonly isOwn?: true
  /** True if the operation also creates a second item, whose id is in the body. */
  readonly adds?: true
}

const COLLECTIONS: Record<string, ChangeKind> = {
  'tags/groups': 'tag_group',
  tags: 'tag',
  todos: 'todo',
  schedules: 'schedule',
  timers: 'timer',
  meetings: 'meeting',
}
const ACTIONS: Record<string, EffectAction> = { POST: 'create', PATCH: 'patch', DELETE: 'delete' }
const ON_COLLECTION =
  /^(POST|PATCH|DELETE) \/v1\/(tags\/groups|tags|todos|schedules|timers|meetings)(?:\/\{(\w+)\})?$/

const OF_ACCOUNT: Record<string, Effect> = {
  'PATCH /v1/users/me/preferences': { kind: 'preferences', action: 'patch', isOwn: true },
  'PATCH /v1/notifications/{notification_id}': {
    kind: 'notification',
    action: 'patch',
    param: 'notification_id',
  },
}

const TIMER = { kind: 'timer', action: 'patch', param: 'timer_id' } as const
const TIMER_CORRECTIONS: Record<string, Effect> = {
  'POST /v1/timers/records': { kind: 'timer', action: 'create' },
  [SEGMENTS]: TIMER,
  [SPLIT]: { ...TIMER, adds: true },
  [TRIM]: TIMER,
}

const REQUEST = '/v1/friends/requests/{friendship_id}'
const AMONG_PEOPLE: Record<string, Effect> = {
  'DELETE /v1/friends/{friendship_id}': { kind: 'friend', action: 'delete', param: 'friendship_id' },
  'DELETE /v1/friends/block/{user_id}': { kind: 'block', action: 'delete', param: 'user_id' },
  [`DELETE ${REQUEST}`]: { kind: 'friend_request', action: 'delete', param: 'friendship_id' },
  [`POST ${REQUEST}/accept`]: { kind: 'friend_request', action: 'delete', param: 'friendship_id' },
  [`POST ${REQUEST}/reject`]: { kind: 'friend_request', action: 'delete', param: 'friendship_id' },
}

/**
 * Returns an operation's effect on one item; undefined if it has none, or if the effect depends on the server's
 * response.
 */
export function effectOf(operation: string): Effect | undefined {
  if (operation.startsWith('timer.')) {
    const action = operation === 'timer.create' ? 'create' : 'patch'
    return { kind: 'timer', action }
  }
  const [, method = '', collection = '', param] = ON_COLLECTION.exec(operation) ?? []
  const [kind, action] = [COLLECTIONS[collection], ACTIONS[method]]
  if (!kind || !action)
    return TIMER_CORRECTIONS[operation] ?? AMONG_PEOPLE[operation] ?? OF_ACCOUNT[operation]
  // POST targets a collection; all other methods target an item.
  if ((action === 'create') !== (param === undefined)) return undefined
  return param === undefined ? { kind, action } : { kind, action, param }
}

export const isCommand = ({ operation }: Pick<OutboxEntry, 'operation'>): boolean =>
  operation.startsWith('timer.')

/** True while the entry waits to be sent or waits for its response. False for blocked entries. */
export const isOpen = ({ state }: OutboxEntry): boolean => state === 'waiting' || state === 'sending'

export const isOpenOrBlocked = (entry: OutboxEntry): boolean => isOpen(entry) || entry.state === 'blocked'

export const needsAttention = ({ state }: OutboxEntry): boolean => state === 'refused' || state === 'expired'

/** True for accepted and discarded entries. They stay in the storage for a while, so that every window learns of it. */
export const isEnded = ({ state }: OutboxEntry): boolean => state === 'sent' || state === 'discarded'

/** What is left of a discarded entry: its key, so that no window sends it. */
export const asDiscarded = (entry: OutboxEntry): OutboxEntry => ({
  ...entry,
  ...{ state: 'discarded', params: {}, query: {}, body: null, error: null, ended_at: Date.now() },
})

/** True if the item, as the server has sent it, already contains the write. */
export const isContained = ({ included, seq }: OutboxEntry, id: string, version = 0): boolean => {
  const at = included?.get(id) ?? seq
  return at !== undefined && at > 0 && version >= at
}
