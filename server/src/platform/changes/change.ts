// Types of change log entries: drafts, stored entries and notices.

import type { Row } from '../storage/captured-row.ts'
import type { ChangeKind } from '../storage/tracked-tables.ts'
import type { Growth } from './growth.ts'

export type ChangeAction = 'created' | 'updated' | 'deleted'

/** One row change inside an entry, with enough data to show a diff and to undo it. */
export interface StoredRow {
  readonly table: string
  readonly key: Row
  readonly before: Row | null
  readonly after: Row | null
}

export interface UndoableRow extends StoredRow {
  /** The name of the item in error messages: its title in quotation marks, or a phrase such as "this timer". */
  readonly name: string
  /** The changed item, unless the batch created or deleted it. */
  readonly item?: { readonly table: string; readonly id: string }
}

/** A change log entry before it is stored and gets its sequence number. */
export interface Draft {
  readonly owner_id: string
  readonly kind: ChangeKind
  readonly id: string
  readonly action: ChangeAction
  /** The original start of the occurrence, if only one occurrence of a series changed. */
  readonly instance_start: number | null
  readonly title: string | null
  /** The time of the change, if the resource records it. */
  readonly at: number | null
  /** Data that a feature stores with the entry, such as the command that changed a timer. */
  readonly detail: unknown
  /**
   * Null for notifications, and for a follow-up entry: the resource itself did not change, only something that it
   * shows, such as a tag's name.
   */
  readonly rows: readonly StoredRow[] | null
  /** The amounts to add to the owner's totals. */
  readonly growth: Growth
}

export interface Entry extends Omit<Draft, 'rows' | 'at' | 'growth'> {
  readonly seq: number
  /**
   * True for notifications, and for an entry whose resource did not change itself but shows something that did, such as
   * a tag's name.
   */
  readonly follow_up: boolean
  /** True for the last entry of a batch in the owner's log. */
  readonly batch_end: boolean
  readonly at: number
  readonly batch_id: string
  readonly actor_id: string | null
  readonly via: string
  readonly token_name: string | null
  /** The `Idempotency-Key` or message id of the request that caused the change. */
  readonly reply_to: string | null
}

/** The kind of notice that announces new entries. */
export const CHANGES_NOTICE = 'changes'

export interface ChangesNotice {
  /** The sequence number of the owner's last entry. */
  readonly seq: number
  readonly batch_id: string
  /** True if the owner shares any item, or did until this batch. */
  readonly shares: boolean
  /** True if the owner has an active webhook. */
  readonly webhooks: boolean
}
