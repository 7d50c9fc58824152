// Undoes the row changes of a batch. Checks all rows first, so that a conflict leaves nothing half undone.
import { conflict } from '../kernel/errors.ts'
import type { Row } from '../storage/captured-row.ts'
import { DERIVED_COLUMNS, ROOTS, TRACKED_TABLES } from '../storage/tracked-tables.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { StoredRow } from './change.ts'
import { hasValue, wholeValues } from './lists.ts'
import { type RowWriter, rowWriter } from './row-writer.ts'

/** A stored row change, with the title of its resource for error messages. */
export interface UndoableRow extends StoredRow {
  readonly title: string
}

interface Reference {
  table: string
  column: string
  target: string
  /** Describes the referencing row in error messages. */
  noun: string
}

/** References between tables. A created row cannot be deleted while another row references it. */
const REFERENCES: readonly Reference[] = [
  { table: 'tags', column: 'group_id', target: 'tag_groups', noun: 'a tag' },
  { table: 'todos', column: 'tag_group_id', target: 'tag_groups', noun: 'a todo' },
  { table: 'todos', column: 'parent_id', target: 'todos', noun: 'a todo below it' },
  { table: 'schedules', column: 'source_todo_id', target: 'todos', noun: 'a calendar entry' },
  { table: 'timers', column: 'todo_id', target: 'todos', noun: 'a timer' },
  { table: 'timers', column: 'schedule_id', target: 'schedules', noun: 'a timer' },
  { table: 'focus_runs', column: 'todo_id', target: 'todos', noun: 'a focus run' },
  { table: 'meetings', column: 'confirmed_schedule_id', target: 'schedules', noun: 'a meeting' },
  { table: 'schedule_exceptions', column: 'series_id', target: 'schedules', noun: 'a changed occurrence' },
  { table: 'meeting_participants', column: 'meeting_id', target: 'meetings', noun: 'an answer' },
  { table: 'todo_tags', column: 'tag_id', target: 'tags', noun: 'a todo' },
  { table: 'schedule_tags', column: 'tag_id', target: 'tags', noun: 'a calendar entry' },
  { table: 'schedule_exception_tags', column: 'tag_id', target: 'tags', noun: 'a changed occurrence' },
  { table: 'timer_tags', column: 'tag_id', target: 'tags', noun: 'a timer' },
  { table: 'preferences', column: 'default_tag_group_id', target: 'tag_groups', noun: 'a preference' },
]

const order = new Map(TRACKED_TABLES.map(({ name }, at) => [name, at]))
const keyNames = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map(name => [name, row[name]]))

/** `oldKey` is the row's key before the batch, `newKey` the one after it. */
const oldKey = ({ table, key }: StoredRow): Row => pick(key, keyNames.get(table) ?? [])
const newKey = (row: StoredRow): Row => {
  const key = oldKey(row)
  return row.after === null ? key : { ...key, ...pick({ ...key, ...row.after }, Object.keys(key)) }
}

export async function undoRows(db: Db, rows: readonly UndoableRow[]): Promise<void> {
  const writer = rowWriter(db)
  const created = rows.filter(row => row.before === null)
  const deleted = rows.filter(row => row.after === null)
  const updated = rows.filter(row => row.before !== null && row.after !== null)
  for (const row of [...created, ...updated]) await requireUnchanged(writer, row)
  for (const row of created) await requireUnused(writer, row, rows)
  for (const row of deleted) await requireAbsent(writer, row)
  for (const row of [...deleted, ...updated]) await requireReferenced(writer, row, deleted)
  for (const row of [...deleted, ...updated]) await requireOnlyOpen(writer, row)

  // Inserts first, because updated rows may reference restored rows. Deletes last, because rows may reference
  // created rows until they are reverted.
  for (const row of insertable(deleted)) await writer.insert(row.table, versioned(row))
  for (const row of updated) {
    const now = await writer.read(row.table, newKey(row))
    await writer.update(row.table, newKey(row), wholeValues(row.before ?? {}, now))
  }
  for (const row of removable(created)) {
    if (isPermanent.has(row.table)) await writer.update(row.table, newKey(row), emptied(row))
    else await writer.remove(row.table, newKey(row))
  }
}

const exclusive = new Map(TRACKED_TABLES.map(table => [table.name, table.exclusive]))
const isPermanent = new Set(TRACKED_TABLES.flatMap(({ name, permanent }) => (permanent ? [name] : [])))

/** Sets all values to null, because a permanent row is cleared instead of deleted. */
const emptied = ({ key, after }: StoredRow): Row =>
  Object.fromEntries(
    Object.keys(after ?? {})
      .filter(name => !(name in key) && name !== 'created_at' && name !== 'updated_at')
      .map(name => [name, null]),
  )

/** Sets the version to 0, because the change log assigns a new version to a restored resource. */
const versioned = ({ table, before }: StoredRow): Row =>
  keyNames.get(table)?.join() === 'id' && before !== null && 'created_at' in before && table !== 'visibility'
    ? { ...before, ...(hasVersion.has(table) && { version: 0 }) }
    : (before ?? {})

const hasVersion = new Set<string>(Object.values(ROOTS).map(({ table }) => table))

async function requireUnchanged(writer: RowWriter, row: UndoableRow): Promise<void> {
  const now = await writer.read(row.table, newKey(row))
  if (now === undefined) throw conflict(`“${row.title}” cannot be undone because it no longer exists.`)
  const touched = Object.entries(row.after ?? {}).find(
    ([name, value]) => !DERIVED_COLUMNS.has(name) && !hasValue(now[name], value),
  )
  const field = touched?.[0] ?? replacedIn(row, now)
  if (field !== undefined) {
    throw conflict(`“${row.title}” cannot be undone because its ${field} has been changed since.`)
  }
}

/**
 * Finds a column that was set after the batch and cannot be set together with the changed one, such as
 * `deadline_date`.
 */
function replacedIn({ table, after }: UndoableRow, now: Row): string | undefined {
  const columns = exclusive.get(table) ?? []
  if (after === null || !columns.some(name => name in after)) return undefined
  return columns.find(name => !(name in after) && now[name] !== null)
}

async function requireUnused(
  writer: RowWriter,
  row: UndoableRow,
  rows: readonly UndoableRow[],
): Promise<void> {
  for (const { table, column, target, noun } of REFERENCES) {
    if (target !== row.table) continue
    const id = row.key['id']
    // Rows that this undo deletes or reverts do not block it.
    const own = rows.filter(each => each.table === table && each.after?.[column] === id)
    if ((await writer.count(table, column, id)) > own.length) {
      throw conflict(`“${row.title}” cannot be undone because ${noun} now depends on it.`)
    }
  }
}

async function requireAbsent(writer: RowWriter, row: UndoableRow): Promise<void> {
  if ((await writer.read(row.table, oldKey(row))) !== undefined) {
    throw conflict(`“${row.title}” cannot be restored because it already exists.`)
  }
}

/** Throws if the row references another row that no longer exists and is not being restored with it. */
async function requireReferenced(
  writer: RowWriter,
  row: UndoableRow,
  restored: readonly UndoableRow[],
): Promise<void> {
  for (const { table, column, target } of REFERENCES) {
    const id = row.before?.[column]
    if (table !== row.table || id === null || id === undefined) continue
    if (restored.some(each => each.table === target && each.key['id'] === id)) continue
    if ((await writer.read(target, { id })) === undefined) {
      throw conflict(`“${row.title}” cannot be restored because something it belongs to has been deleted.`)
    }
  }
}

const onlyOpen = new Map(TRACKED_TABLES.map(table => [table.name, table.onlyOpen]))

/** Throws if the undo would give a person two active focus runs. */
async function requireOnlyOpen(writer: RowWriter, { table, key, before }: UndoableRow): Promise<void> {
  const column = onlyOpen.get(table)
  if (column === undefined || before === null || before[column] !== null) return
  if ((await writer.countOpen(table, column, key['owner_id'], key['id'])) > 0) {
    throw conflict('The focus run cannot be continued because another one is active. Stop that one first.')
  }
}

/** Orders rows for insertion: referenced tables first, and parent todos before their children. */
function insertable(rows: readonly UndoableRow[]): UndoableRow[] {
  const byTable = rows.toSorted((a, b) => (order.get(a.table) ?? 0) - (order.get(b.table) ?? 0))
  const todos = new Map(rows.filter(({ table }) => table === 'todos').map(row => [row.key['id'], row]))
  const depth = (row: UndoableRow): number => {
    const parent = row.table === 'todos' ? todos.get(row.before?.['parent_id']) : undefined
    return parent ? depth(parent) + 1 : 0
  }
  return byTable.sort((a, b) => (order.get(a.table) ?? 0) - (order.get(b.table) ?? 0) || depth(a) - depth(b))
}

/** Orders rows for deletion: referencing tables first, so that no delete violates a foreign key. */
const removable = (rows: readonly UndoableRow[]): UndoableRow[] =>
  rows.toSorted((a, b) => (order.get(b.table) ?? 0) - (order.get(a.table) ?? 0))
