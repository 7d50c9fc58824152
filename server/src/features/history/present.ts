// The wire representation of history items.
import type * as wire from '@daymark/contract/history'
import type { StoredRow } from '../../platform/changes/change.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { DERIVED_COLUMNS } from '../../platform/storage/tracked-tables.ts'
import type { Batch, BatchEntry } from './store.ts'
import { summarize } from './summary.ts'
import { isUndoable } from './undoable.ts'

export interface BatchView {
  batch: Batch
  entries: readonly BatchEntry[]
}

export function presentBatch(ownerId: string, { batch, entries }: BatchView, zone: Zone): wire.HistoryItem {
  const own = entries.filter(entry => entry.owner_id === ownerId && !entry.follow_up)
  return {
    batch_id: batch.id,
    at: zone.format(batch.at),
    via: batch.via as wire.HistoryItem['via'],
    token_name: batch.token_name,
    summary: summarize(batch.via, own, instant => dayOf(instant, zone)),
    entries: own.map(entry => presentEntry(entry, zone)),
    undoable: isUndoable(ownerId, batch, entries),
    undone_by: batch.undone_by,
  }
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `Friday, 2026-11-20`: people look for the weekday, and the date is unambiguous. */
function dayOf(instant: number, zone: Zone): string {
  const date = zone.format(instant).slice(0, 10)
  return `${DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]}, ${date}`
}

function presentEntry(entry: BatchEntry, zone: Zone): wire.HistoryEntry {
  const { kind, id, action, title } = entry
  return {
    kind: kind as wire.HistoryEntry['kind'],
    id,
    action,
    title,
    changed: Object.assign({}, ...(entry.rows ?? []).map(row => changesOf(row, zone))),
  }
}

type Changed = wire.HistoryEntry['changed']

/** Instants are epoch milliseconds in these columns. */
const INSTANTS = new Set(['deadline', 'start_time', 'end_time', 'recurrence_end', 'started_at', 'created_at'])
const HIDDEN = new Set([...DERIVED_COLUMNS, 'id', 'owner_id', 'history', 'visibility_id'])

/** Parts stored in tables of their own, by the field that shows them: what was removed, and what was added. */
const PARTS: Record<string, { field: string; column: string } | undefined> = {
  todo_tags: { field: 'tag_ids', column: 'tag_id' },
  schedule_tags: { field: 'tag_ids', column: 'tag_id' },
  timer_tags: { field: 'tag_ids', column: 'tag_id' },
  visibility: { field: 'visibility', column: 'level' },
  visibility_users: { field: 'allowed_user_ids', column: 'user_id' },
  visibility_emails: { field: 'allowed_emails', column: 'email' },
  visibility_domains: { field: 'allowed_domains', column: 'domain' },
  meeting_participants: { field: 'participants', column: 'display_name' },
}

function changesOf(row: StoredRow, zone: Zone): Changed {
  const value = (name: string, image: StoredRow['before']): unknown => {
    const raw = image?.[name] ?? null
    return typeof raw === 'number' && INSTANTS.has(name) ? zone.format(raw) : raw
  }
  const part = PARTS[row.table]
  if (part) {
    return { [part.field]: { before: value(part.column, row.before), after: value(part.column, row.after) } }
  }
  const names = Object.keys(row.after ?? row.before ?? {}).filter(name => !HIDDEN.has(name))
  const prefix = row.table.startsWith('schedule_exception') ? 'occurrence_' : ''
  return Object.fromEntries(
    names
      .map(
        name =>
          [`${prefix}${name}`, { before: value(name, row.before), after: value(name, row.after) }] as const,
      )
      .filter(([, { before, after }]) => before !== after),
  )
}
