// The types of change log entries: as they are composed, stored and read.

import type { Row } from '../storage/captured-row.ts'
import type { ChangeKind } from '../storage/tracked-tables.ts'
import type { Growth } from './growth.ts'

export type ChangeAction = 'created' | 'updated' | 'deleted'

/** One row change inside an entry: enough to show a diff and to undo it. */
export interface StoredRow {
  readonly table: string
  readonly key: Row
  readonly before: Row | null
  readonly after: Row | null
}

/** An entry that has no number yet. */
export interface Draft {
  readonly owner_id: string
  readonly kind: ChangeKind
  readonly id: string
  readonly action: ChangeAction
  /** The original start of the one occurrence that was changed. */
  readonly instance_start: number | null
  readonly title: string | null
  /** When it happened, if the resource itself knows. */
  readonly at: number | null
  /** Data that a feature needs when the entry is delivered. */
  readonly detail: unknown
  /** Null for follow-ups: something that the resource shows has changed, not the resource itself. */
  readonly rows: readonly StoredRow[] | null
  /** Added to the owner's totals. */
  readonly growth: Growth
}

export interface Entry extends Omit<Draft, 'rows' | 'at' | 'growth'> {
  readonly seq: number
  /** Something that the resource shows has changed, not the resource itself. */
  readonly follow_up: boolean
  /** The last entry of its batch in the owner's log. */
  readonly batch_end: boolean
  readonly at: number
  readonly batch_id: string
}

/** The kind of notice that announces new entries. */
export const CHANGES_NOTICE = 'changes'

export interface ChangesNotice {
  /** The owner's current number. */
  readonly seq: number
  readonly batch_id: string
  /** Whether any item of the owner is shared, or was until this batch. */
  readonly shares: boolean
}
