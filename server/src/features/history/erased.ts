// Removes references to permanently erased items from deleted items, so that the deleted items can be restored.
import type { StoredRow, UndoableRow } from '../../platform/changes/change.ts'
import { PARTS, REFERENCES } from '../../platform/changes/references.ts'
import { rowWriter } from '../../platform/changes/row-writer.ts'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import { ROOTS } from '../../platform/storage/tracked-tables.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { historyStore } from './store.ts'

/** Each `table id` names an item to which a deleted row refers, but which no longer exists and cannot be restored. */
export type Erased = ReadonlySet<string>

export async function findErased(db: Db, ownerId: string, rows: readonly StoredRow[]): Promise<Erased> {
  const deleted = Map.groupBy(
    rows.filter(({ after }) => after === null),
    row => row.table,
  )
  const erased = new Set<string>()
  for (const [kind, { table: target }] of Object.entries(ROOTS)) {
    const ids = new Set(
      REFERENCES.filter(reference => reference.target === target).flatMap(({ table, column }) =>
        (deleted.get(table) ?? []).map(row => row.before?.[column]).filter(id => typeof id === 'string'),
      ),
    )
    // Ignores items that were deleted in the same batch, because they are restored together.
    for (const { key } of deleted.get(target) ?? []) ids.delete(String(key['id']))
    for (const some of slicesOf([...ids])) {
      const existing = await rowWriter(db).counts(target, 'id', some)
      const missing = some.filter(id => !existing.has(id))
      const restorable = await historyStore(db).restorable(ownerId, kind, missing)
      for (const id of missing) if (!restorable.has(id)) erased.add(`${target} ${id}`)
    }
  }
  return erased
}

/** True if an item cannot be restored, because it needs an erased item, such as its group. */
export const needsErased = (erased: Erased, rows: readonly StoredRow[]): boolean =>
  rows.some(row => erasedColumns(erased, row, true).length > 0)

/** Clears links from deleted items to erased items, and removes erased tags from the deleted items. */
export const withoutErased = (erased: Erased, rows: readonly UndoableRow[]): UndoableRow[] =>
  rows.flatMap(row => {
    const columns = erasedColumns(erased, row, false)
    if (columns.length === 0) return [row]
    if (row.table in PARTS) return []
    return [{ ...row, before: { ...row.before, ...Object.fromEntries(columns.map(name => [name, null])) } }]
  })

const erasedColumns = (erased: Erased, row: StoredRow, isRequired: boolean): string[] =>
  row.after !== null
    ? []
    : REFERENCES.filter(
        reference =>
          reference.table === row.table &&
          reference.isRequired === isRequired &&
          erased.has(`${reference.target} ${row.before?.[reference.column]}`),
      ).map(({ column }) => column)
