// Reads and writes rows by their stored images, many at a time, on both databases. Used by undo and by the import of
// archives, among others.
import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../storage/captured-row.ts'
import { CAPTURED, hasInsertTrigger, insertCapture } from '../storage/statements/captured-rows.ts'
import { TRACKED_TABLES } from '../storage/tracked-tables.ts'
import type { Db } from '../storage/unit-of-work.ts'

export interface RowWriter {
  /**
   * Returns the current rows with these keys, by `rowName`, in the format of a stored image. Omits rows that do not
   * exist.
   */
  read(table: string, keys: readonly Row[]): Promise<Map<string, Row>>
  /** Returns the rows that have the same values in these columns as one of the given rows. */
  find(table: string, columns: readonly string[], values: readonly Row[]): Promise<Row[]>
  /** Returns a table expression with these columns of the rows, with the types of the table. */
  given(table: string, columns: readonly string[], rows: readonly Row[]): RawBuilder<unknown>
  insert(table: string, images: readonly Row[]): Promise<void>
  update(table: string, changes: readonly RowUpdate[]): Promise<void>
  remove(table: string, keys: readonly Row[]): Promise<void>
  /** Removes the rows whose `column` contains one of these ids, except the rows that `kept` protects. */
  removeOf(table: string, column: string, ids: readonly string[], kept?: Kept): Promise<void>
  /** Counts the rows of an owner in which this column is null, except for the row with this id. */
  countOpen(table: string, column: string, owner: unknown, id: unknown): Promise<number>
  /** Counts the rows with each of these values in the column. Values without a row are missing. */
  counts(table: string, column: string, values: readonly unknown[]): Promise<Map<unknown, number>>
}

interface Kept {
  readonly ids: readonly string[]
  /** Protects all rows that have another value in this column. */
  readonly only: readonly [column: string, value: string]
}

export interface RowUpdate {
  readonly key: Row
  readonly values: Row
}

const keys = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))
const keyNames = (table: string): readonly string[] => keys.get(table) ?? []

/** Returns a text that identifies the row by its key. The row may have more columns. */
export const rowName = (table: string, row: Row): string =>
  JSON.stringify(keyNames(table).map(name => row[name]))

const refs = (names: readonly string[], table?: string) =>
  sql.join(names.map(name => sql.ref(table ? `${table}.${name}` : name)))

/** Groups the items by the columns of their rows, because a statement names its columns. */
const byColumns = <T>(items: readonly T[], rowOf: (item: T) => Row): [string[], T[]][] =>
  [...Map.groupBy(items, item => Object.keys(rowOf(item)).join())].map(([, group]) => [
    group[0] ? Object.keys(rowOf(group[0])) : [],
    group,
  ])

export function rowWriter(db: Db): RowWriter {
  const isSqlite = db.dialect.name === 'sqlite'
  /** All rows are one parameter. */
  const given: RowWriter['given'] = (table, names, rows) =>
    isSqlite ? sqliteRows(names, rows) : postgresRows(table, names, rows)

  const matches = (table: string, names: readonly string[], rows: readonly Row[]) =>
    sql`(${refs(names)}) in (select * from ${given(table, names, rows)} as given)`

  const find: RowWriter['find'] = async (table, columns, values) => {
    const image = isSqlite ? sql`t.*` : sql`to_jsonb(t) as image`
    const { rows } = await sql<Row>`select ${image} from ${sql.table(table)} as t
      where ${matches(table, columns, values)}`.execute(db.sql)
    return isSqlite ? rows : rows.map(row => JSON.parse(String(row['image'])) as Row)
  }

  const read: RowWriter['read'] = async (table, wanted) =>
    new Map((await find(table, keyNames(table), wanted)).map(row => [rowName(table, row), row]))

  return {
    given,
    read,
    find,
    async insert(table, images) {
      const captured = sql.raw(hasInsertTrigger(table) ? '' : CAPTURED)
      for (const [names, group] of byColumns(images, image => image))
        await sql`insert into ${sql.table(table)} (${refs(names)})
          select ${refs(names)} from ${given(table, names, group)} as given${captured}`.execute(db.sql)
      if (hasInsertTrigger(table)) return
      // Reads the complete rows, because an old image may lack columns that were added since.
      const rows = await read(table, images)
      for (const image of images) {
        const row = rows.get(rowName(table, image))
        if (row) await insertCapture(table, Object.keys(row))(db, row)
      }
    },
    async update(table, changes) {
      const names = keyNames(table)
      for (const [columns, group] of byColumns(changes, ({ values }) => values)) {
        // The old key gets other column names, because the values may contain a new key.
        const old = names.map(name => `old_${name}`)
        const set = columns.map(name => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
        const source = isSqlite
          ? sqliteRows(
              [...old, ...columns],
              group.map(({ key, values }) => ({ ...renamed(key, names), ...values })),
            )
          : postgresPairs(table, names, columns, group)
        const same = names.map(name => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`given.old_${name}`)}`)
        await sql`update ${sql.table(table)} set ${sql.join(set)} from ${source} as given
          where ${sql.join(same, sql` and `)}`.execute(db.sql)
      }
    },
    async remove(table, wanted) {
      await sql`delete from ${sql.table(table)} where ${matches(table, keyNames(table), wanted)}`.execute(
        db.sql,
      )
    },
    async removeOf(table, column, ids, kept) {
      const others = kept
        ? sql` and ${sql.ref(kept.only[0])} = ${kept.only[1]} and not ${db.dialect.idIn('id', kept.ids)}`
        : sql``
      await sql`delete from ${sql.table(table)} where ${db.dialect.idIn(column, ids)}${others}`.execute(
        db.sql,
      )
    },
    async countOpen(table, column, owner, id) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
        where owner_id = ${owner} and ${sql.ref(column)} is null and id <> ${id}`.execute(db.sql)
      return Number(rows[0]?.count ?? 0)
    },
    async counts(table, column, values) {
      const wanted = values.map(value => ({ [column]: value }))
      const { rows } = await sql<{ value: unknown; count: number }>`
        select ${sql.ref(column)} as value, count(*) as count from ${sql.table(table)}
        where ${matches(table, [column], wanted)} group by ${sql.ref(column)}`.execute(db.sql)
      return new Map(rows.map(({ value, count }) => [value, Number(count)]))
    },
  }
}

const renamed = (key: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map(name => [`old_${name}`, key[name]]))

function sqliteRows(names: readonly string[], rows: readonly Row[]): RawBuilder<unknown> {
  const fields = names.map((name, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)}) as ${sql.ref(name)}`)
  const json = JSON.stringify(rows.map(row => names.map(name => row[name])))
  return sql`(select ${sql.join(fields)} from json_each(${json}))`
}

/** Converts images to rows with the table's column types. */
const recordset = (table: string, rows: readonly Row[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

const postgresRows = (table: string, names: readonly string[], rows: readonly Row[]): RawBuilder<unknown> =>
  sql`(select ${refs(names)} from ${recordset(
    table,
    rows.map(row => Object.fromEntries(names.map(name => [name, row[name]]))),
  )} as r)`

/** Passes keys and values as two records of the table, because both may contain the same columns. */
function postgresPairs(
  table: string,
  names: readonly string[],
  columns: readonly string[],
  changes: readonly RowUpdate[],
): RawBuilder<unknown> {
  const old = names.map(name => sql`${sql.ref(`k.${name}`)} as ${sql.ref(`old_${name}`)}`)
  const json = JSON.stringify(changes.map(({ key, values }) => [key, values]))
  const record = (at: number) => sql`jsonb_populate_record(null::${sql.table(table)}, e -> ${sql.lit(at)})`
  return sql`(select ${sql.join(old)}, ${refs(columns, 'v')} from jsonb_array_elements(${json}::jsonb) as e,
    lateral ${record(0)} as k, lateral ${record(1)} as v)`
}
