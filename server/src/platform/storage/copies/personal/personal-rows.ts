// Reads a person's rows from one table in pages, in the same order on both databases.
import { type RawBuilder, sql } from 'kysely'
import { slicesOf } from '../../statements/in-steps.ts'
import type { Db } from '../../unit-of-work.ts'
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

export type PersonalRow = Record<string, unknown>

/** Ids are short, so many fit into memory. Smaller pages would be slow, because each page sorts all ids again. */
const IDS_PER_PAGE = 10_000
/** Small, because a row can have many kilobytes of text. */
const ROWS_PER_PAGE = 50
/** Most tables without an id only link two other rows, so their rows are short. */
const LINKS_PER_PAGE = 1_000
const PARENTS_PER_PAGE = 1_000

export async function* personalRows(
  db: Db,
  name: string,
  table: PersonalTable,
  userId: string,
): AsyncGenerator<PersonalRow[]> {
  for await (const rows of pagesOf(db, table.table ?? name, table, userId))
    yield rows.map(row => plain(row, table))
}

function pagesOf(db: Db, name: string, table: PersonalTable, userId: string): AsyncGenerator<PersonalRow[]> {
  const { key, order, parent, isWide } = table
  const of = { name, where: ownedBy(table, userId) }
  if (parent) return rowsOfParents(db, name, table, parent, userId)
  if (order) return keyedPages(db, { ...of, key: order, limit: ROWS_PER_PAGE })
  if (key.length === 1) return rowsById(db, of)
  return keyedPages(db, { ...of, key, limit: isWide ? ROWS_PER_PAGE : LINKS_PER_PAGE })
}

const ownedBy = ({ where }: PersonalTable, userId: string): RawBuilder<unknown> =>
  sql.join(
    where.split('$').map(part => sql.raw(part)),
    sql`${userId}`,
  )

async function* rowsById(db: Db, of: Pick<Paged, 'name' | 'where'>) {
  const ids = { ...of, columns: ['id'], key: ['id'], limit: IDS_PER_PAGE }
  for await (const keys of keyedPages<{ id: string }>(db, ids)) {
    for (const some of slicesOf(keys, ROWS_PER_PAGE)) {
      const { rows } = await sql<PersonalRow>`
        select * from ${sql.table(of.name)} where id in (${sql.join(some.map(({ id }) => id))})
        order by id`.execute(db.sql)
      yield rows
    }
  }
}

/** Reads the rows of a few parents at a time, because the ids of a million parents do not fit into one condition. */
async function* rowsOfParents(
  db: Db,
  name: string,
  { key }: PersonalTable,
  { table, column }: NonNullable<PersonalTable['parent']>,
  userId: string,
): AsyncGenerator<PersonalRow[]> {
  const order = PERSONAL_TABLES[table]?.order ?? ['id']
  const where = sql`owner_id = ${userId}`
  const parents = { name: table, where, columns: order, key: order, limit: PARENTS_PER_PAGE }
  for await (const some of keyedPages<{ id: string }>(db, parents)) {
    const ids = some.map(({ id }) => id)
    yield* keyedPages(db, { name, where: db.dialect.idIn(column, ids), key, limit: LINKS_PER_PAGE })
  }
}

interface Paged {
  name: string
  where: RawBuilder<unknown>
  /** Undefined means all columns. */
  columns?: readonly string[]
  key: readonly string[]
  limit: number
}

async function* keyedPages<T extends PersonalRow>(
  db: Db,
  { name, where, columns, key, limit }: Paged,
): AsyncGenerator<T[]> {
  const keys = sql.join(key.map(column => sql.ref(column)))
  const selected = columns ? sql.join(columns.map(column => sql.ref(column))) : sql`*`
  for (let last: T | undefined; ; ) {
    const after = last ? sql` and (${keys}) > (${sql.join(key.map(column => last?.[column]))})` : sql``
    const { rows } = await sql<T>`
      select ${selected} from ${sql.table(name)} where (${where})${after}
      order by ${keys} limit ${sql.lit(limit)}`.execute(db.sql)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}

/**
 * Makes rows from both databases equal: sorts columns by name, and writes booleans as 0 and 1 and dates as ISO 8601.
 * Leaves out the columns that must not be exported.
 */
function plain(row: PersonalRow, { secret = [], without = [] }: PersonalTable): PersonalRow {
  const entries = Object.entries(row)
    .filter(([name]) => !secret.includes(name) && !without.includes(name))
    .map(([name, value]) => [name, plainValue(value)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const plainValue = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'boolean' ? Number(value) : value
