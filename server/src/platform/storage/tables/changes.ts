import type { Generated } from 'kysely'
import type { Bool } from './column.ts'

/** One row per owner. */
interface ChangeTotalsTable extends Record<(typeof TOTALS)[number], number> {
  owner_id: string
  seq: number
  last_schedule: Generated<number>
  last_todo: Generated<number>
  /** The batch of the last entry that retention has deleted. Its first entries are gone. */
  pruned_batch: Generated<string | null>
}

/** The kinds whose last entry is known without a search, in `last_<kind>`. 0 before the first one. */
export const LAST_KINDS = ['schedule', 'todo'] as const

/** The number of items per kind, their bytes, the bytes of the log's content, and the number of shared items. */
export const TOTALS = [
  'tag_groups',
  'tags',
  'todos',
  'schedules',
  'timers',
  'meetings',
  'bytes',
  'history_bytes',
  'shares',
] as const

interface ChangesTable {
  owner_id: string
  seq: number
  at: number
  kind: string
  resource_id: string
  action: 'created' | 'updated' | 'deleted'
  instance_start: number | null
  title: string | null
  /** JSON in the format of the feature that defines the kind. */
  detail: string | null
  /** JSON with the row changes, for diffs and undo. Null for notifications, for follow-ups and after erasure. */
  content: string | null
  /**
   * True for notifications. Also true if the resource itself did not change, but something that it shows did, such as a
   * tag's name.
   */
  follow_up: Bool
  /** True for the last change of a batch in this owner's log. */
  batch_end: Bool
  /** Shared by all changes of one request. */
  batch_id: string
  /** The server's time at the commit. `at` may be earlier if the person acted offline. */
  committed_at: number
  actor_id: string | null
  via: string
  token_name: string | null
  reply_to: string | null
  undoes: string | null
  undone_by: string | null
  /** Who pays for the content: `actor`, `guests` of the poll, or the owner if it is null. */
  charged_to: 'actor' | 'guests' | null
}

/** The bytes of log content that the guests of each poll have caused. */
interface GuestSharesTable {
  poll_id: string
  owner_id: string
  bytes: number
}

/** Outcomes of requests with an `Idempotency-Key` and of socket messages with an id. */
interface OutcomesTable {
  owner_id: string
  /** `http` or `socket`. Keys from one channel never match the other. */
  channel: string
  key: string
  at: number
  /** A hash of method, path and body. The same key with a different request is refused. Empty for socket messages. */
  fingerprint: string
  status: number
  body: string
  /** `plain`: JSON. `packed`: compressed JSON. `brief`: JSON with ids in place of resources. */
  form: Generated<'plain' | 'packed' | 'brief'>
  /** The last entry of the request in the owner's log. Null if there is none. */
  seq: number | null
}

/** The bytes of each person's stored outcomes. */
interface OutcomeTotalsTable {
  owner_id: string
  bytes: number
}

/** Where stored texts name a person (`changes/mentions.ts`). */
interface MentionsTable {
  /** A user id or an email address. */
  name: string
  /** Whose data names the person. Empty for jobs. */
  owner_id: string
  place: string
  ref: string
}

export interface ChangeTables {
  change_totals: ChangeTotalsTable
  changes: ChangesTable
  outcomes: OutcomesTable
  outcome_totals: OutcomeTotalsTable
  mentions: MentionsTable
  guest_shares: GuestSharesTable
}
