// Undoes the row changes of a batch. Checks all rows first, so that a conflict leaves nothing half undone.
import type { Row } from '../storage/captured-row.ts'
import { slicesOf } from '../storage/statements/in-steps.ts'
import { isDerived, ROOTS, TRACKED_TABLES } from '../storage/tracked-tables.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { StoredRow, UndoableRow } from './change.ts'
import { joinedRows, keyNames, newKey, oldKey } from './joined-rows.ts'
import { hasValue, wholeValues } from './lists.ts'
import { CARRIERS, COLUMN_WORDS, PARTS, REFERENCES } from './references.ts'
import { cannotRestore, cannotUndo } from './refusal.ts'
import { type RowWriter, rowName, rowWriter } from './row-writer.ts'
import { requireFree, requireOnlyOpen } from './taken.ts'
import { UndoneRows } from './undone-rows.ts'

const order = new Map(TRACKED_TABLES.map(({ name }, at) => [name, at]))

export async function undoRows(db: Db, changes: readonly UndoableRow[]): Promise<void> {
  const rows = joinedRows(changes)
  const writer = rowWriter(db)
  await requireUndoable(writer, changes, rows, new UndoneRows())
  const { created, deleted, updated } = byEffect(rows)

  // Inserts first, because updated rows may reference restored rows. Deletes last, because rows may reference
  // created rows until they are reverted.
  for (const [table, some] of groupsOf(insertable(deleted))) await writer.insert(table, some.map(versioned))
  // Updates referenced tables first, so that an occurrence moves to its series before its tags do.
  for (const [table, some] of groupsOf(byTable(updated))) {
    const now = await writer.read(table, some.map(newKey))
    const changes = some.map(row => {
      const key = newKey(row)
      return { key, values: wholeValues(row.before ?? {}, now.get(rowName(table, key))) }
    })
    await writer.update(table, changes)
  }
  for (const [table, some] of groupsOf(removable(created))) {
    if (!isPermanent.has(table)) await writer.remove(table, some.map(newKey))
    else
      await writer.update(
        table,
        some.map(row => ({ key: newKey(row), values: emptied(row) })),
      )
  }
}

/**
 * Checks the steps of a batch, the latest first, before any of them is undone. Returns a function that throws if a step
 * cannot be undone after the later ones.
 */
export function undoChecker(): (db: Db, changes: readonly UndoableRow[]) => Promise<void> {
  const undone = new UndoneRows()
  return async (db, changes) => {
    const rows = joinedRows(changes)
    await requireUndoable(rowWriter(db), changes, rows, undone)
    undone.add(rows)
  }
}

const byEffect = (rows: readonly UndoableRow[]) => ({
  created: rows.filter(row => row.before === null),
  deleted: rows.filter(row => row.after === null),
  updated: rows.filter(row => row.before !== null && row.after !== null),
})

async function requireUndoable(
  writer: RowWriter,
  changes: readonly UndoableRow[],
  rows: readonly UndoableRow[],
  undone: UndoneRows,
): Promise<void> {
  const { created, deleted, updated } = byEffect(rows)
  const isFirst = (keyOf: (row: UndoableRow) => Row) => (row: UndoableRow) =>
    !undone.has(row.table, keyOf(row))
  await requireItems(writer, changes, undone)
  await eachWithCurrent(writer, [...created, ...updated].filter(isFirst(newKey)), newKey, requireUnchanged)
  await requireUnused(writer, created, rows, undone)
  await eachWithCurrent(writer, deleted.filter(isFirst(oldKey)), oldKey, requireAbsent)
  await requireCarriers(writer, deleted, undone)
  await requireReferenced(writer, [...deleted, ...updated], deleted, undone)
  await requireFree(writer, [...deleted, ...updated].filter(isFirst(newKey)), newKey)
  for (const row of [...deleted, ...updated]) await requireOnlyOpen(writer, row)
}

/**
 * Groups the rows by table, in the order in which the tables first occur. Each group is small enough for one statement.
 */
function* groupsOf(rows: readonly UndoableRow[]): Generator<[table: string, rows: UndoableRow[]]> {
  for (const [table, group] of Map.groupBy(rows, row => row.table))
    for (const some of slicesOf(group)) yield [table, some]
}

/**
 * Calls `check` with each row and the current row that has its key, or undefined if there is none. Looks in `target`
 * or, by default, in the table of each row.
 */
async function eachWithCurrent(
  writer: RowWriter,
  rows: readonly UndoableRow[],
  keyOf: (row: UndoableRow) => Row,
  check: (row: UndoableRow, now: Row | undefined) => void,
  target?: string,
): Promise<void> {
  for (const [of, some] of groupsOf(rows)) {
    const table = target ?? of
    const found = await writer.read(table, some.map(keyOf))
    for (const row of some) check(row, found.get(rowName(table, keyOf(row))))
  }
}

const exclusive = new Map(TRACKED_TABLES.map(table => [table.name, table.exclusive]))
const isPermanent = new Set(TRACKED_TABLES.flatMap(({ name, permanent }) => (permanent ? [name] : [])))

/** Sets all values except the key and the times to null, because a permanent row is cleared instead of deleted. */
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

function requireUnchanged(row: UndoableRow, now: Row | undefined): void {
  if (now === undefined) throw changedPart(row) ?? noLonger(row)
  const touched = Object.entries(row.after ?? {}).find(
    ([name, value]) => !isDerived(row.table, name) && !hasValue(now[name], value),
  )
  const field = touched?.[0] ?? replacedIn(row, now)
  if (field === undefined) return
  throw (
    changedPart(row) ??
    cannotUndo(row.name, `its ${COLUMN_WORDS[field] ?? `${wordsOf(field)} has`} been changed since`)
  )
}

const wordsOf = (column: string): string => column.replace(/_id$/, '').replaceAll('_', ' ')

/**
 * Finds a column that was set after the batch and that excludes a column of the batch, as `deadline_date` excludes
 * `deadline`.
 */
function replacedIn({ table, after }: UndoableRow, now: Row): string | undefined {
  const columns = exclusive.get(table) ?? []
  if (after === null || !columns.some(name => name in after)) return undefined
  return columns.find(name => !(name in after) && now[name] !== null)
}

async function requireUnused(
  writer: RowWriter,
  created: readonly UndoableRow[],
  rows: readonly UndoableRow[],
  undone: UndoneRows,
): Promise<void> {
  for (const { table, column, target, noun } of REFERENCES) {
    const targets = created.filter(row => row.table === target)
    if (targets.length === 0) continue
    // Rows that this undo deletes or reverts do not block it.
    const own = Map.groupBy(
      rows.filter(row => row.table === table),
      row => row.after?.[column],
    )
    for (const some of slicesOf(targets)) {
      const ids = some.map(row => row.key['id'])
      const used = await writer.counts(table, column, ids)
      const blocked = some.find(
        ({ key: { id } }) =>
          (used.get(id) ?? 0) > (own.get(id)?.length ?? 0) + undone.references(table, column, id),
      )
      if (blocked) throw cannotUndo(blocked.name, `${noun} now depends on it`)
    }
  }
}

function requireAbsent(row: UndoableRow, now: Row | undefined): void {
  if (now === undefined) return
  throw changedPart(row) ?? cannotRestore(row.name, 'it already exists')
}

/**
 * Throws if an item has been deleted since the batch. Runs before the checks of its parts, which would only report that
 * the parts have changed.
 */
async function requireItems(
  writer: RowWriter,
  changes: readonly UndoableRow[],
  undone: UndoneRows,
): Promise<void> {
  const items = changes.flatMap(({ item, ...row }) =>
    item && row.table in PARTS && !undone.has(item.table, { id: item.id })
      ? [{ ...row, table: item.table, key: { id: item.id } }]
      : [],
  )
  await eachWithCurrent(writer, items, ({ key }) => key, requireExisting)
}

/**
 * Returns the conflict for a row that is only a part of an item, such as one of its tags; undefined for the item
 * itself.
 */
function changedPart({ table, name }: UndoableRow): Error | undefined {
  const part = PARTS[table]
  if (part === undefined) return undefined
  return cannotUndo(name, `its ${part} been changed since`)
}

const noLonger = ({ name }: UndoableRow): Error => cannotUndo(name, 'it no longer exists')

/**
 * Throws if something that a batch removed from an item, such as a tag, cannot be restored because the item no longer
 * exists.
 */
async function requireCarriers(
  writer: RowWriter,
  deleted: readonly UndoableRow[],
  undone: UndoneRows,
): Promise<void> {
  for (const { table, columns, target } of CARRIERS) {
    const names = keyNames.get(target) ?? []
    const carrierOf = (row: UndoableRow): Row =>
      Object.fromEntries(names.map((name, at) => [name, row.before?.[columns[at] ?? '']]))
    const returning = new Set(
      deleted.filter(row => row.table === target).map(row => rowName(target, oldKey(row))),
    )
    const rows = deleted.filter(
      row =>
        row.table === table &&
        !returning.has(rowName(target, carrierOf(row))) &&
        !undone.restores(target, carrierOf(row)),
    )
    await eachWithCurrent(writer, rows, carrierOf, requireExisting, target)
  }
}

function requireExisting(row: UndoableRow, now: Row | undefined): void {
  if (now === undefined) throw noLonger(row)
}

/** Throws if a row references another row that no longer exists and is not being restored with it. */
async function requireReferenced(
  writer: RowWriter,
  rows: readonly UndoableRow[],
  restored: readonly UndoableRow[],
  undone: UndoneRows,
): Promise<void> {
  for (const { table, column, target, owner } of REFERENCES) {
    const targets = restored.filter(row => row.table === target)
    const returning = new Set(targets.map(({ key }) => key['id']))
    const referring = Map.groupBy(
      rows.filter(row => row.table === table),
      ({ before }) => before?.[column] ?? null,
    )
    const ids = [...referring.keys()].filter(
      id => id !== null && !returning.has(id) && !undone.restores(target, { id }),
    )
    for (const some of slicesOf(ids)) {
      const found = await writer.counts(target, 'id', some)
      const missing = some.find(id => !found.has(id))
      const [row] = missing === undefined ? [] : (referring.get(missing) ?? [])
      if (row) throw cannotRestore(row.name, `${owner} has been deleted`)
    }
  }
}

const byTable = (rows: readonly UndoableRow[]): UndoableRow[] =>
  rows.toSorted((a, b) => (order.get(a.table) ?? 0) - (order.get(b.table) ?? 0))

/** Orders rows for insertion: referenced tables first, and parent todos before their children. */
function insertable(rows: readonly UndoableRow[]): UndoableRow[] {
  const todos = new Map(rows.filter(({ table }) => table === 'todos').map(row => [row.key['id'], row]))
  const placed = new Set<UndoableRow>()
  const ordered: UndoableRow[] = []
  for (const row of rows) {
    const line: UndoableRow[] = []
    let at: UndoableRow | undefined = row
    while (at && !placed.has(at)) {
      placed.add(at)
      line.push(at)
      at = at.table === 'todos' ? todos.get(at.before?.['parent_id']) : undefined
    }
    ordered.push(...line.reverse())
  }
  return ordered.sort((a, b) => (order.get(a.table) ?? 0) - (order.get(b.table) ?? 0))
}

/** Orders rows for deletion: referencing tables first, so that no delete violates a foreign key. */
const removable = (rows: readonly UndoableRow[]): UndoableRow[] =>
  rows.toSorted((a, b) => (order.get(b.table) ?? 0) - (order.get(a.table) ?? 0))
