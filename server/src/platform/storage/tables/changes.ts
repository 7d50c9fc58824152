// Tables of the change log, and of the outcomes by which a repeated request is recognized.
import type { Bool } from './column.ts'

/** One row per owner: the number of the last entry, and what the changes so far add up to. */
interface ChangeTotalsTable extends Record<(typeof TOTALS)[number], number> {
  owner_id: string
  seq: number
}

/** Items of each kind, bytes of these items, and bytes of the log's content. */
export const TOTALS = [
  'tag_groups',
  'tags',
  'todos',
  'schedules',
  'timers',
  'meetings',
  'bytes',
  'history_bytes',
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
  /** JSON, by the feature of the kind. */
  detail: string | null
  /** JSON: the row changes, for diffs and undo. Null for follow-ups, and when it was erased. */
  content: string | null
  /** Something that the resource shows has changed, and not the resource itself. */
  follow_up: Bool
  /** The last entry of its batch in this owner's log. */
  batch_end: Bool
  batch_id: string
}

/** One per request that changed something. */
interface ChangeBatchesTable {
  id: string
  at: number
  actor_id: string | null
  via: string
  token_name: string | null
  reply_to: string | null
  undoes: string | null
  undone_by: string | null
}

/** Outcomes of requests with an `Idempotency-Key` and of socket messages with an id. */
interface OutcomesTable {
  owner_id: string
  /** `http` or `socket`: the two never answer for each other. */
  channel: string
  key: string
  at: number
  /** Of method, path and body: the same key with another request is refused. */
  fingerprint: string
  status: number
  body: string
}

export interface ChangeTables {
  change_totals: ChangeTotalsTable
  changes: ChangesTable
  change_batches: ChangeBatchesTable
  outcomes: OutcomesTable
}
