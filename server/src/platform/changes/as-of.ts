// Reconstructs rows at an earlier position of the change log by reverting later changes.
import { sql } from 'kysely'
import type { Row } from '../storage/captured-row.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { StoredRow } from './change.ts'
import { wholeValues } from './lists.ts'

export interface LaterChanges {
  readonly seq: number
  readonly id: string
  readonly rows: readonly StoredRow[]
}

/** Reads the changes to these resources after a position, newest first. */
export async function changesAfter(
  db: Db,
  ownerId: string,
  kind: string,
  ids: readonly string[],
  since: number,
): Promise<LaterChanges[]> {
  const { rows } = await sql<{ seq: number; id: string; content: string }>`
    select seq, resource_id as id, content from changes
    where owner_id = ${ownerId} and kind = ${kind} and resource_id in (${sql.join([...ids])})
      and seq > ${since} and content is not null
    order by seq desc`.execute(db.sql)
  return rows.map(({ seq, id, content }) => ({ seq, id, rows: JSON.parse(content) as StoredRow[] }))
}

/** Reverts the later changes of one row. `now` is the current row, undefined if it has been deleted. */
export function rowBefore(
  later: readonly LaterChanges[],
  table: string,
  now: Row | undefined,
): Row | undefined {
  let row = now
  for (const { rows } of later) {
    const change = rows.find(each => each.table === table)
    if (change) row = change.before === null ? undefined : { ...row, ...wholeValues(change.before, row) }
  }
  return row
}

/** Reverts the later changes of a join table and returns the values of one column, such as the tags of a timer. */
export function membersBefore(
  later: readonly LaterChanges[],
  table: string,
  column: string,
  now: readonly string[],
): string[] {
  const members = new Set(now)
  for (const { rows } of later) {
    for (const { before, after } of rows.filter(each => each.table === table)) {
      if (after !== null) members.delete(String(after[column]))
      if (before !== null) members.add(String(before[column]))
    }
  }
  return [...members]
}
