// Reads the rows of a person from one table, a few at a time and in the same order on both databases.
import { sql } from 'kysely'
import type { Db } from '../../unit-of-work.ts'
import type { PersonalTable } from './personal-tables.ts'

export type PersonalRow = Record<string, unknown>

/** Ids are short, so that many of them fit into memory. Sorting them again for every few rows would be slow. */
const IDS_PER_PAGE = 10_000
/** A row can have many kilobytes of text. */
const ROWS_PER_PAGE = 50
/** Most rows of tables without an id only link others. */
const LINKS_PER_PAGE = 1_000

export async function* personalRows(
  db: Db,
  name: string,
  table: PersonalTable,
  userId: string,
): AsyncGenerator<PersonalRow[]> {
  const pages = table.key.length === 1 ? rowsById : rowsByKey
  for await (const rows of pages(db, table.table ?? name, table, userId))
    yield rows.map(row => plain(row, table))
}

async function* rowsById(db: Db, name: string, { where }: PersonalTable, userId: string) {
  for await (const keys of keyedPages<{ id: string }>(
    db,
    sql.raw('id'),
    name,
    where,
    ['id'],
    userId,
    IDS_PER_PAGE,
  )) {
    const ids = keys.map(({ id }) => id)
    for (let at = 0; at < ids.length; at += ROWS_PER_PAGE) {
      const some = sql.join(ids.slice(at, at + ROWS_PER_PAGE))
      const { rows } = await sql<PersonalRow>`
        select * from ${sql.table(name)} where id in (${some}) order by id`.execute(db.sql)
      yield rows
    }
  }
}

async function* rowsByKey(db: Db, name: string, { where, key, isWide }: PersonalTable, userId: string) {
  const limit = isWide ? ROWS_PER_PAGE : LINKS_PER_PAGE
  yield* keyedPages<PersonalRow>(db, sql.raw('*'), name, where, key, userId, limit)
}

async function* keyedPages<T extends PersonalRow>(
  db: Db,
  columns: ReturnType<typeof sql.raw>,
  name: string,
  where: string,
  key: readonly string[],
  userId: string,
  limit: number,
): AsyncGenerator<T[]> {
  const condition = sql.join(
    where.split('$').map(part => sql.raw(part)),
    sql`${userId}`,
  )
  const keys = sql.join(key.map(column => sql.ref(column)))
  for (let last: T | undefined; ; ) {
    const after = last ? sql` and (${keys}) > (${sql.join(key.map(column => last?.[column]))})` : sql``
    const { rows } = await sql<T>`
      select ${columns} from ${sql.table(name)} where (${condition})${after}
      order by ${keys} limit ${sql.lit(limit)}`.execute(db.sql)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}

/** The same text on both databases: columns by name, booleans as 0 and 1, dates as ISO 8601. */
function plain(row: PersonalRow, { secret = [], without = [] }: PersonalTable): PersonalRow {
  const entries = Object.entries(row)
    .filter(([name]) => !secret.includes(name) && !without.includes(name))
    .map(([name, value]) => [name, plainValue(value)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const plainValue = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'boolean' ? Number(value) : value
