// Reduces captured row changes to their net effect: one change per row, however often it was written.
import { eachInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { CapturedRow, Row } from '../../storage/captured-row.ts'
import { CONCEALED_COLUMNS } from '../../storage/tracked-tables.ts'

export interface NetRow extends CapturedRow {
  /** The names of the columns that differ; all columns for a new or deleted row. */
  readonly changed: readonly string[]
}

/** Returns rows in the order of their last change, without rows that end up unchanged. */
export async function netRows(
  captured: readonly CapturedRow[],
  keyOf: (table: string) => readonly string[],
): Promise<NetRow[]> {
  const byRow = new Map<string, CapturedRow>()
  await eachInTurns(captured, row => {
    const columns = keyOf(row.table)
    const name = nameOf(row, columns, row.before)
    const first = byRow.get(name)
    if (first) byRow.delete(name)
    // A row whose key changed continues under its new key.
    const isRenamed = row.before !== null && row.after !== null
    const key = isRenamed ? nameOf(row, columns, row.after) : name
    byRow.set(key, first ? { ...row, key: first.key, ...joined(first, row) } : row)
  })
  const rows: NetRow[] = []
  await eachInTurns(byRow.values(), row => {
    const changed = changedColumns(row.before, row.after)
    if (changed.length > 0) rows.push({ ...row, changed })
  })
  return rows
}

/** Includes the length of each value, because a value may contain the separator. */
function nameOf({ table, key }: CapturedRow, columns: readonly string[], image: Row | null): string {
  let name = table
  for (const column of columns) {
    const value = String(columnValue(column, image, key))
    name += ` ${value.length} ${value}`
  }
  return name
}

/** Reads a column from the image, or from the key if the image omits it because it did not change. */
export function columnValue(column: string, image: Row | null, key: Row): unknown {
  const value = image?.[column]
  return value === undefined ? key[column] : value
}

/** Merges two changes of one row. Each image contains all columns or only the changed ones. */
const joined = (first: CapturedRow, next: CapturedRow): Omit<CapturedRow, 'table' | 'key'> => ({
  before: first.before && { ...next.before, ...first.before },
  after: next.after && { ...first.after, ...next.after },
  ...(first.whole && { whole: { ...first.whole, ...next.after } }),
})

function changedColumns(before: Row | null, after: Row | null): string[] {
  if (before === null && after === null) return []
  const names = Object.keys(after ?? before ?? {})
  if (before === null || after === null) return names
  return names.filter(name => before[name] !== after[name])
}

/**
 * Returns the values worth storing: the changed columns, or the whole row if it was created or deleted. Leaves out
 * concealed columns.
 */
export function storedImages(row: NetRow): { before: Row | null; after: Row | null } {
  const { before, after, changed } = row
  const names = changed.filter(name => !CONCEALED_COLUMNS.has(name))
  if (names.length === changed.length && hasOnly(before, names) && hasOnly(after, names))
    return { before, after }
  return { before: before && picked(before, names), after: after && picked(after, names) }
}

/** True if the image contains only these columns. Also true for null, the missing image of a new or deleted row. */
const hasOnly = (image: Row | null, names: readonly string[]): boolean =>
  image === null || Object.keys(image).length === names.length

function picked(image: Row, names: readonly string[]): Row {
  const values: Record<string, unknown> = {}
  for (const name of names) values[name] = image[name]
  return values
}
