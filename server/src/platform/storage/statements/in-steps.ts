// Changes of very many rows, some at a time: no statement may hold the event loop or a lock for long.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../unit-of-work.ts'

interface Rows {
  table: string
  where: RawBuilder<unknown>
  most?: number
}

/** Rows may have descriptions of 40 KB, which are written anew or freed. */
const MOST_ROWS = 100

/** `key`: the columns that tell a row from all others. */
export async function deleteInSteps(db: Db, rows: Rows & { key?: readonly string[] }): Promise<void> {
  const { table, where, key = ['id'], most = MOST_ROWS } = rows
  const columns = sql.join(key.map(name => sql.ref(name)))
  const step = sql`delete from ${sql.table(table)}
    where (${columns}) in (select ${columns} from ${sql.table(table)} where ${where} limit ${most})`
  for (let deleted = most; deleted === most; ) {
    deleted = Number((await step.execute(db.sql)).numAffectedRows ?? 0)
  }
}

/** Gives the ids of what was changed. After the change the rows must no longer be among those that are looked for. */
export async function updateInSteps(db: Db, rows: Rows, set: RawBuilder<unknown>): Promise<string[]> {
  const { table, where, most = MOST_ROWS } = rows
  const step = sql<{ id: string }>`update ${sql.table(table)} set ${set}
    where id in (select id from ${sql.table(table)} where ${where} limit ${most}) returning id`
  const changed: string[] = []
  for (let last = most; last === most; ) {
    const ids = (await step.execute(db.sql)).rows.map(row => row.id)
    changed.push(...ids)
    last = ids.length
  }
  return changed
}

/** What the foreign key would do when these are deleted. */
export async function clearLinks(
  db: Db,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<void> {
  const where = db.dialect.idIn(`${table}.${column}`, ids)
  await updateInSteps(db, { table, where }, sql`${sql.ref(column)} = null`)
}

/** Parts of a list that are short enough for one statement. */
export function* slicesOf<T>(list: readonly T[], most = MOST_ROWS): Generator<T[]> {
  for (let from = 0; from < list.length; from += most) yield list.slice(from, from + most)
}
