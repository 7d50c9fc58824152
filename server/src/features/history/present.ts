// The wire representation of history items.
import type * as wire from '@daymark/contract/history'
import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
import type { StoredRow } from '../../platform/changes/change.ts'
import { loggedSlots } from '../../platform/changes/recording/compact-answers.ts'
import { mapInTurns } from '../../platform/kernel/concurrency/in-turns.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { CONCEALED_COLUMNS, DERIVED_COLUMNS } from '../../platform/storage/tracked-tables.ts'
import { dateText } from '../planning/schedules/all-day/dates.ts'
import { readHistory } from '../timers/history.ts'
import { presentSegments } from '../timers/present.ts'
import type { Batch, BatchEntry } from './store.ts'
import { isAllDay, summarize } from './summary.ts'

export interface BatchView {
  batch: Batch
  entries: readonly BatchEntry[]
  /** How many entries are left out, because the batch is large. */
  omitted?: number
  /** Also false if the batch deleted an item whose group, or something else that it needs, was erased since. */
  undoable: boolean
}

/** Presents the entries in turns, so that a batch with tens of thousands of them does not block other requests. */
export async function presentBatch(
  ownerId: string,
  { batch, entries, undoable, omitted = 0 }: BatchView,
  zone: Zone,
): Promise<wire.HistoryItem> {
  const own = entries.filter(entry => entry.owner_id === ownerId && !entry.follow_up)
  return {
    batch_id: batch.id,
    at: zone.format(batch.at),
    via: batch.via as wire.HistoryItem['via'],
    token_name: batch.token_name,
    summary: summarize(
      batch.via,
      own,
      (instant, isDate) => dayOf(isDate ? dateText(instant) : zone.format(instant).slice(0, 10)),
      omitted,
    ),
    entries: await mapInTurns(own, entry => presentEntry(entry, zone)),
    undoable,
    undone_by: batch.undone_by,
    ...(omitted > 0 && { more_entries: omitted }),
  }
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Formats a date as `Friday, 2026-11-20`, because people look for the weekday and this date format is unambiguous. */
function dayOf(date: string): string {
  return `${DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]}, ${date}`
}

function presentEntry(entry: BatchEntry, zone: Zone): wire.HistoryEntry {
  const { kind, id, action, title } = entry
  return {
    kind: kind as wire.HistoryEntry['kind'],
    id,
    action,
    title,
    changed: changedFields(entry.rows ?? [], zone),
  }
}

type Changed = wire.HistoryEntry['changed']

/** Columns that contain instants in epoch milliseconds. */
const INSTANTS = new Set([
  'deadline',
  'completed_at',
  'start_time',
  'end_time',
  'recurrence_end',
  'original_start',
  'started_at',
  'ended_at',
  'corrected_at',
  'created_at',
  'since',
])
/** Columns that contain dates instead of instants if the schedule is all-day. */
const DATES = new Set(['start_time', 'end_time', 'recurrence_end', 'original_start'])
const HIDDEN = new Set([
  ...DERIVED_COLUMNS,
  'id',
  'owner_id',
  'history',
  'log',
  'timer_ids',
  'round',
  'visibility_id',
  // Log entries from version 0.2 contain these columns.
  ...CONCEALED_COLUMNS,
  // These columns only say whether an occurrence has its own tags or texts. The tags and texts themselves are shown.
  'tags_set',
  ...ENTRY_TEXT_NAMES.map(name => `${name}_set`),
])

/** Boolean columns, which SQLite stores as 0 and 1. */
const BOOLEANS = new Set(['all_day', 'is_todo_group', 'deleted'])

/** Columns that contain JSON. */
const PARSED = new Set([
  'working_hours',
  'focus',
  'default_reminders',
  'reminders',
  'notifications',
  'deadlines_in_calendar_apps',
  'week_templates',
  'goal_ratios',
  'goal_hours',
  'available_days',
  'confirmed_slot',
])

/** Maps each table that stores a list to the API field that shows the list. */
const LISTS: Record<string, { field: string; column: string } | undefined> = {
  todo_tags: { field: 'tag_ids', column: 'tag_id' },
  schedule_tags: { field: 'tag_ids', column: 'tag_id' },
  timer_tags: { field: 'tag_ids', column: 'tag_id' },
  visibility_users: { field: 'allowed_user_ids', column: 'user_id' },
  visibility_emails: { field: 'allowed_emails', column: 'email' },
  visibility_domains: { field: 'allowed_domains', column: 'domain' },
  meeting_participants: { field: 'participants', column: 'display_name' },
  meeting_guests: { field: 'participants', column: 'display_name' },
}

const ANSWERS = new Set(['meeting_participants', 'meeting_guests'])

function changedFields(rows: readonly StoredRow[], zone: Zone): Changed {
  const changed: Changed = {}
  for (const row of rows) {
    const list = LISTS[row.table]
    const [before, after] = [row.before?.[list?.column ?? ''], row.after?.[list?.column ?? '']]
    if (list && (before !== undefined || after !== undefined)) addToLists(changed, list.field, before, after)
    if (ANSWERS.has(row.table)) addAnswer(changed, row)
    if (!list) Object.assign(changed, changesOf(row, zone), segmentsChange(row, zone))
  }
  return changed
}

/** In list fields, `before` contains removed or replaced entries, and `after` contains added entries. */
function addToLists(changed: Changed, field: string, before: unknown, after: unknown): void {
  const lists = changed[field] ?? { before: [], after: [] }
  changed[field] = lists
  if (before !== undefined) (lists.before as unknown[]).push(before)
  if (after !== undefined) (lists.after as unknown[]).push(after)
}

/**
 * Shows the slots of a changed answer without the participant, because the log contains only changed columns and often
 * lacks the participant's name.
 */
function addAnswer(changed: Changed, { before, after }: StoredRow): void {
  for (const field of ['time_slots', 'if_need_be']) {
    const [was, is] = [loggedSlots(before?.[field]), loggedSlots(after?.[field])]
    for (const slot of was) addToLists(changed, field, slot, undefined)
    for (const slot of is) addToLists(changed, field, undefined, slot)
  }
}

/**
 * Returns the measured time of a timer before and after an update that rewrote it, such as a correction. Other updates
 * log only the changed end of the measured time.
 */
function segmentsChange({ before, after }: StoredRow, zone: Zone): Changed {
  const [was, is] = [before?.['history'], after?.['history']]
  if (typeof was !== 'string' || typeof is !== 'string') return {}
  const shown = (history: string) => presentSegments(readHistory(history), zone)
  return { segments: { before: shown(was), after: shown(is) } }
}

function changesOf(row: StoredRow, zone: Zone): Changed {
  const value = (name: string, image: StoredRow['before']): unknown => {
    const raw = image?.[name] ?? null
    if (BOOLEANS.has(name) && raw !== null) return Boolean(raw)
    if (typeof raw === 'string' && PARSED.has(name)) return JSON.parse(raw)
    if (typeof raw === 'number' && name === 'deadline_date') return dateText(raw)
    if (typeof raw !== 'number' || !INSTANTS.has(name)) return raw
    return isAllDay(row, image) && DATES.has(name) ? dateText(raw) : zone.format(raw)
  }
  if (row.table === 'visibility') {
    return { visibility: { before: value('level', row.before), after: value('level', row.after) } }
  }
  const prefix = row.table.startsWith('schedule_exception') ? 'occurrence_' : ''
  const isShown = (name: string) =>
    !HIDDEN.has(name) && (prefix === '' || (name !== 'all_day' && name !== 'series_id'))
  const names = Object.keys(row.after ?? row.before ?? {}).filter(isShown)
  return Object.fromEntries(
    names
      .map(
        name =>
          [`${prefix}${name}`, { before: value(name, row.before), after: value(name, row.after) }] as const,
      )
      .filter(([, { before, after }]) => before !== after),
  )
}
