// Checks before an undo that no other row uses a value that must be unique, such as the name of a tag.
import { conflict } from '../kernel/errors.ts'
import type { Row } from '../storage/captured-row.ts'
import { slicesOf } from '../storage/statements/in-steps.ts'
import { TRACKED_TABLES } from '../storage/tracked-tables.ts'
import type { UndoableRow } from './change.ts'
import { cannotRestore } from './refusal.ts'
import { type RowWriter, rowName } from './row-writer.ts'

interface Unique {
  table: string
  /** At most one row has the same values in all of these columns. */
  columns: readonly string[]
  reason: string
}

const UNIQUE: readonly Unique[] = [
  {
    table: 'tags',
    columns: ['group_id', 'name'],
    reason: 'another tag of its group has the same name now',
  },
  {
    table: 'visibility',
    columns: ['resource_type', 'resource_id'],
    reason: 'its visibility has been changed since',
  },
  {
    table: 'meeting_participants',
    columns: ['meeting_id', 'user_id'],
    reason: 'the same person has answered again',
  },
]

/**
 * Throws if another row has a unique value that the undo would restore. `keyOf` returns the current key of an updated
 * row.
 */
export async function requireFree(
  writer: RowWriter,
  rows: readonly UndoableRow[],
  keyOf: (row: UndoableRow) => Row,
): Promise<void> {
  for (const { table, columns, reason } of UNIQUE) {
    const affected = rows.filter(
      row => row.table === table && columns.some(name => row.before !== null && name in row.before),
    )
    for (const some of slicesOf(affected)) {
      const now = await writer.read(table, some.map(keyOf))
      const wanted = some.map(row => ({ ...now.get(rowName(table, keyOf(row))), ...row.before }))
      const holders = new Map(
        (await writer.find(table, columns, wanted)).map(row => [valuesOf(row, columns), rowName(table, row)]),
      )
      const blocked = some.find((row, at) => {
        const holder = holders.get(valuesOf(wanted[at] ?? {}, columns))
        return holder !== undefined && holder !== rowName(table, keyOf(row))
      })
      if (blocked) throw cannotRestore(blocked.name, reason)
    }
  }
}

const valuesOf = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map(name => row[name]))

const onlyOpen = new Map(TRACKED_TABLES.map(table => [table.name, table.onlyOpen]))

/** Throws if the undo would give a person two active focus runs. */
export async function requireOnlyOpen(writer: RowWriter, { table, key, before }: UndoableRow): Promise<void> {
  const column = onlyOpen.get(table)
  if (column === undefined || before === null || before[column] !== null) return
  if ((await writer.countOpen(table, column, key['owner_id'], key['id'])) > 0) {
    throw conflict('The focus run cannot be continued because another one is active. Stop that one first.')
  }
}
