// Reduces captured row changes to their net effect: one change per row, however often it was written.

import type { CapturedRow, Row } from '../../storage/captured-row.ts'

export interface NetRow extends CapturedRow {
  /** The names of the columns that differ; all columns for a new or deleted row. */
  readonly changed: readonly string[]
}

/**
 * Returns rows in the order in which they were first changed, without rows that end up unchanged. Yields after each
 * row, so that the caller can pause.
 */
export function* netRows(
  captured: readonly CapturedRow[],
  keyOf: (table: string) => readonly string[],
): Generator<undefined, NetRow[]> {
  const byRow = new Map<string, CapturedRow>()
  const nameOf = (table: string, row: Row) =>
    `${table} ${JSON.stringify(keyOf(table).map(name => row[name]))}`
  for (const row of captured) {
    const name = nameOf(row.table, { ...row.key, ...row.before })
    const first = byRow.get(name)
    byRow.delete(name)
    // A row whose key changed continues under its new key.
    const key = row.after === null ? name : nameOf(row.table, { ...row.key, ...row.after })
    byRow.set(key, first ? { ...row, key: first.key, ...joined(first, row) } : row)
    yield
  }
  const rows: NetRow[] = []
  for (const row of byRow.values()) {
    const changed = changedColumns(row.before, row.after)
    if (changed.length > 0) rows.push({ ...row, changed })
    yield
  }
  return rows
}

/** Merges two changes of one row. Each contains the columns that it changed, or all columns. */
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

/** Returns the values worth storing: the changed columns, or the whole row if there is no other image. */
export function storedImages(row: NetRow): { before: Row | null; after: Row | null } {
  const pick = (image: Row | null) =>
    image === null || row.before === null || row.after === null
      ? image
      : Object.fromEntries(row.changed.map(name => [name, image[name]]))
  return { before: pick(row.before), after: pick(row.after) }
}
