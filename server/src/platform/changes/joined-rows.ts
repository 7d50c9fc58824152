// Merges the changes of a batch into one per row, and names rows by their keys before and after the batch. Pure.
import type { Row } from '../storage/captured-row.ts'
import { TRACKED_TABLES } from '../storage/tracked-tables.ts'
import type { StoredRow, UndoableRow } from './change.ts'
import { rowName } from './row-writer.ts'

export const keyNames = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map(name => [name, row[name]]))

/** `oldKey` is the row's key before the batch, `newKey` its key after the batch. */
export const oldKey = ({ table, key }: StoredRow): Row => pick(key, keyNames.get(table) ?? [])
export const newKey = (row: StoredRow): Row => {
  const key = oldKey(row)
  return row.after === null ? key : { ...key, ...pick({ ...key, ...row.after }, Object.keys(key)) }
}

/**
 * Merges changes of the same row, because one request may write a row more than once, for example if a calendar app
 * completes a task and sets its time. Does not merge changes of timers, because their stored images contain only the
 * changed end of the `history` column.
 */
export function joinedRows(rows: readonly UndoableRow[]): UndoableRow[] {
  const found = new Map<string, UndoableRow>()
  for (const [at, row] of rows.entries()) {
    const nameOf = (key: Row) =>
      row.table === 'timers' ? String(at) : `${row.table} ${rowName(row.table, key)}`
    const name = nameOf(oldKey(row))
    const earlier = found.get(name)
    found.delete(name)
    if (!earlier) found.set(nameOf(newKey(row)), row)
    else if (earlier.before !== null || row.after !== null)
      found.set(nameOf(newKey(row)), {
        ...earlier,
        before: earlier.before && { ...row.before, ...earlier.before },
        after: row.after && { ...earlier.after, ...row.after },
      })
  }
  return [...found.values()]
}
