// Changes or counts very many rows in steps, so that no statement blocks the event loop or keeps a lock for long.
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../../kernel/concurrency/in-turns.ts'
import type { Db, Tx, UnitOfWork } from '../unit-of-work.ts'

interface Rows {
  table: string
  where: RawBuilder<unknown>
  most?: number
}

export type DeletedRows = Rows & { key?: readonly string[] }

/** Small, because each row may have a description of 40 KB that is rewritten or freed. */
const MAX_ROWS = 100

export async function deleteInSteps(db: Db, rows: DeletedRows): Promise<void> {
  const { most = MAX_ROWS } = rows
  for (let deleted = most; deleted === most; ) deleted = await deleteStep(db, rows)
}

/** Deletes some of the rows whose `column` is below a moment. Returns the number. */
export const deleteExpired = (
  db: Pick<Db, 'sql'>,
  table: string,
  moment: unknown,
  { key = ['id'], column = 'expires_at' }: { key?: readonly string[]; column?: string } = {},
): Promise<number> =>
  deleteStep(db, { table, key, where: sql`${sql.ref(column)} < ${moment}`, most: MAX_SWEPT })

/** Rows that expire are small. */
const MAX_SWEPT = 500

/** Returns the number of deleted rows. */
export async function deleteStep(db: Pick<Db, 'sql'>, rows: DeletedRows): Promise<number> {
  const { table, where, key = ['id'], most = MAX_ROWS } = rows
  const columns = sql.join(key.map(name => sql.ref(name)))
  const step = sql`delete from ${sql.table(table)}
    where (${columns}) in (select ${columns} from ${sql.table(table)} where ${where} limit ${most})`
  return Number((await step.execute(db.sql)).numAffectedRows ?? 0)
}

/** Repeats a short transaction until it has deleted nothing. Returns how many rows it has deleted. */
export async function untilNone(
  uow: Pick<UnitOfWork, 'write'>,
  step: (tx: Tx) => Promise<number>,
): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await uow.write([], step)
    if (deleted === 0) return total
    total += deleted
  }
}

/** Returns the ids of the changed rows. A changed row must no longer match the condition. */
export async function updateInSteps(
  db: Db,
  rows: Rows,
  set: RawBuilder<unknown>,
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const { table, where, most = MAX_ROWS } = rows
  const changed: string[] = []
  for (let last = most; last === most && changed.length < upTo; ) {
    const limit = Math.min(most, upTo - changed.length)
    const step = sql<{ id: string }>`update ${sql.table(table)} set ${set}
      where id in (select id from ${sql.table(table)} where ${where} limit ${limit}) returning id`
    const ids = (await step.execute(db.sql)).rows.map(row => row.id)
    changed.push(...ids)
    last = ids.length
  }
  return changed
}

/** Larger than `MAX_ROWS`, because the rows are only read. */
const MAX_COUNTED = 5_000

export interface CountedRows extends Rows {
  /** Columns that identify a row and that follow the columns of `where` in an index. */
  key: readonly string[]
  /** A further condition that no index covers. */
  matches?: RawBuilder<unknown>
}

/** Counts rows in steps, so that other requests run in between. */
export async function countInSteps(db: Db, rows: CountedRows): Promise<number> {
  const { table, where, key, matches = sql`true`, most = MAX_COUNTED } = rows
  const columns = sql.join(key.map(name => sql.ref(name)))
  const pauseIfLong = pauses()
  let after = sql``
  for (let total = 0; ; ) {
    const { rows: ends } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(table)} where ${where} ${after}
      order by ${columns} limit 1 offset ${most - 1}`.execute(db.sql)
    const end = ends[0] && sql.join(key.map(name => ends[0]?.[name]))
    const until = end ? sql`and (${columns}) <= (${end})` : sql``
    const { rows: counts } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where ${where} ${after} ${until} and ${matches}`.execute(db.sql)
    total += counts[0]?.count ?? 0
    if (!end) return total
    after = sql`and (${columns}) > (${end})`
    await pauseIfLong()
  }
}

/** Sets links to these rows to null, as the foreign key would on delete. */
export async function clearLinks(
  db: Db,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<void> {
  await clearSomeLinks(db, table, column, ids, Number.POSITIVE_INFINITY)
}

/** Sets at most `most` links to null. Returns their number. */
export async function clearSomeLinks(
  db: Db,
  table: string,
  column: string,
  ids: readonly string[],
  most: number,
): Promise<number> {
  const where = db.dialect.idIn(`${table}.${column}`, ids)
  return (await updateInSteps(db, { table, where }, sql`${sql.ref(column)} = null`, most)).length
}

/** Characters of text per statement. SQLite stores them in a few milliseconds. */
const MAX_CHARS = 256_000

/** Like `slicesOf`, but also limits the characters per slice. An item that exceeds the limit gets its own slice. */
export function* slicesBySize<T>(
  list: readonly T[],
  sizeOf: (entry: T) => number,
  { rows = MAX_ROWS, chars = MAX_CHARS } = {},
): Generator<T[]> {
  let slice: T[] = []
  let size = 0
  for (const entry of list) {
    const added = sizeOf(entry)
    if (slice.length > 0 && (slice.length >= rows || size + added > chars)) {
      yield slice
      slice = []
      size = 0
    }
    slice.push(entry)
    size += added
  }
  if (slice.length > 0) yield slice
}

export function* slicesOf<T>(list: readonly T[], most = MAX_ROWS): Generator<T[]> {
  for (let from = 0; from < list.length; from += most) yield list.slice(from, from + most)
}
