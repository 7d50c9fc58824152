// Reduces captured row changes to their net effect: one change per row, however often the row was written.
import { eachInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { CapturedRow, Row } from '../../storage/captured-row.ts'

export interface NetRow extends CapturedRow {
  /** The names of the columns that differ, or of all columns for a new or deleted row. */
  readonly changed: readonly string[]
}

/** Returns rows in the order of their last changes, without rows that end up unchanged. */
export async function netRows(
  captured: readonly CapturedRow[],
  keyOf: (table: string) => readonly string[],
): Promise<NetRow[]> {
  const byRow = new Map<string, CapturedRow>()
  const nameOf = ({ table, key }: CapturedRow, image: Row | null) =>
    `${table} ${JSON.stringify(keyOf(table).map(name => columnValue(name, image, key)))}`
  await eachInTurns(captured, row => {
    const name = nameOf(row, row.before)
    const first = byRow.get(name)
    byRow.delete(name)
    // If the key of a row changed, its later changes are found under the new key.
    const key = row.after === null ? name : nameOf(row, row.after)
    byRow.set(key, first ? { ...row, key: first.key, ...joined(first, row) } : row)
  })
  const rows: NetRow[] = []
  await eachInTurns(byRow.values(), ({ table, key, before, after }) => {
    const changed = changedColumns(before, after)
    if (changed.length > 0) rows.push({ table, key, before, after, changed })
  })
  return rows
}

/** Reads a column from the image, or from the key if the image omits it because it did not change. */
export const columnValue = (column: string, image: Row | null, key: Row): unknown =>
  image !== null && column in image ? image[column] : key[column]

/** Merges two changes of one row. Each image contains all columns or only the changed ones. */
const joined = (first: CapturedRow, next: CapturedRow): Pick<CapturedRow, 'before' | 'after'> => ({
  before: first.before && { ...next.before, ...first.before },
  after: next.after && { ...first.after, ...next.after },
})

function changedColumns(before: Row | null, after: Row | null): string[] {
  if (before === null && after === null) return []
  const names = Object.keys(after ?? before ?? {})
  if (before === null || after === null) return names
  return names.filter(name => before[name] !== after[name])
}

/** Returns the images to store: only the changed columns of an updated row, all columns of a new or deleted row. */
export function storedImages(row: NetRow): { before: Row | null; after: Row | null } {
  const pick = (image: Row | null) =>
    image === null || row.before === null || row.after === null
      ? image
      : Object.fromEntries(row.changed.map(name => [name, image[name]]))
  return { before: pick(row.before), after: pick(row.after) }
}
