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

/** The content of so many changes is in memory at a time. */
const PAGE = 100

/** Reads the changes to these resources after a position, newest first. */
export async function* pagesAfter(
  db: Db,
  ownerId: string,
  kind: string,
  ids: readonly string[],
  since: number,
): AsyncGenerator<LaterChanges[]> {
  for (let [before, isLast] = [Number.MAX_SAFE_INTEGER, false]; !isLast; ) {
    const { rows } = await sql<{ seq: number; id: string; content: string }>`
      select seq, resource_id as id, content from changes
      where owner_id = ${ownerId} and kind = ${kind} and ${db.dialect.textIn('resource_id', ids)}
        and seq > ${since} and seq < ${before} and content is not null
      order by seq desc limit ${PAGE}`.execute(db.sql)
    yield rows.map(({ seq, id, content }) => ({ seq, id, rows: JSON.parse(content) as StoredRow[] }))
    before = rows.at(-1)?.seq ?? before
    isLast = rows.length < PAGE
  }
}

export const changesAfter = async (...asked: Parameters<typeof pagesAfter>): Promise<LaterChanges[]> =>
  (await Array.fromAsync(pagesAfter(...asked))).flat()

/** Reverts the later changes of one row. `now` is the current row, undefined if it has been deleted. */
export function rowBefore(
  later: readonly LaterChanges[],
  table: string,
  now: Row | undefined,
): Row | undefined {
  let row = now
  for (const { rows } of later) {
    const change = rows.find(each => each.table === table)
    // The image of a deleted row lacks the columns of its key.
    if (change)
      row =
        change.before === null ? undefined : { ...(row ?? change.key), ...wholeValues(change.before, row) }
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
