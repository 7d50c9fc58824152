// Reads and writes single rows by their stored images, on both databases. Used only by undo.
import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../storage/captured-row.ts'
import { CAPTURED, hasInsertTrigger, insertCapture } from '../storage/statements/captured-rows.ts'
import { TRACKED_TABLES } from '../storage/tracked-tables.ts'
import type { Db } from '../storage/unit-of-work.ts'

export interface RowWriter {
  /** Returns the current row in the same format as a stored image; undefined if the row does not exist. */
  read(table: string, key: Row): Promise<Row | undefined>
  insert(table: string, image: Row): Promise<void>
  update(table: string, key: Row, values: Row): Promise<void>
  remove(table: string, key: Row): Promise<void>
  /** Counts the rows of an owner in which this column is null, except for the row with this id. */
  countOpen(table: string, column: string, owner: unknown, id: unknown): Promise<number>
  /** Counts the rows of the table with this value in the column. */
  count(table: string, column: string, value: unknown): Promise<number>
}

const columns = (row: Row) => Object.keys(row).map(name => sql.ref(name))
const all = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

export function rowWriter(db: Db): RowWriter {
  const writer = db.dialect.name === 'sqlite' ? sqliteWriter(db) : postgresWriter(db)
  return {
    ...writer,
    countOpen: (table, column, owner, id) =>
      countRows(db, table, sql`owner_id = ${owner} and ${sql.ref(column)} is null and id <> ${id}`),
    async insert(table, image) {
      await writer.insert(table, image)
      if (hasInsertTrigger(table)) return
      // An old image may lack columns that were added since.
      const row = await writer.read(table, keyOf(table, image))
      if (row) await insertCapture(table, Object.keys(row))(db, row)
    },
  }
}

const keys = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))
const keyOf = (table: string, image: Row): Row =>
  Object.fromEntries((keys.get(table) ?? []).map(name => [name, image[name]]))
const captured = (table: string) => sql.raw(hasInsertTrigger(table) ? '' : CAPTURED)

function sqliteWriter(db: Db): Omit<RowWriter, 'countOpen'> {
  const where = (key: Row) =>
    all(Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} is ${value}`))
  return {
    async read(table, key) {
      const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${where(key)}`.execute(db.sql)
      return rows[0]
    },
    async insert(table, image) {
      await sql`insert into ${sql.table(table)} (${sql.join(columns(image))})
        values (${sql.join(Object.values(image))})${captured(table)}`.execute(db.sql)
    },
    async update(table, key, values) {
      const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`update ${sql.table(table)} set ${sql.join(set)} where ${where(key)}`.execute(db.sql)
    },
    async remove(table, key) {
      await sql`delete from ${sql.table(table)} where ${where(key)}`.execute(db.sql)
    },
    count: (table, column, value) => countRows(db, table, sql`${sql.ref(column)} = ${value}`),
  }
}

function postgresWriter(db: Db): Omit<RowWriter, 'countOpen'> {
  /** Converts an image to a row with the table's column types. */
  const record = (table: string, image: Row) =>
    sql`jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(image)}::jsonb)`
  const where = (table: string, key: Row) =>
    sql`(${sql.join(columns(key))}) = (select ${sql.join(columns(key))} from ${record(table, key)})`
  return {
    async read(table, key) {
      const { rows } = await sql<{ image: string }>`
        select to_jsonb(t) as image from ${sql.table(table)} as t where ${where(table, key)}`.execute(db.sql)
      return rows[0] && (JSON.parse(rows[0].image) as Row)
    },
    async insert(table, image) {
      await sql`insert into ${sql.table(table)} (${sql.join(columns(image))})
        select ${sql.join(columns(image))} from ${record(table, image)}${captured(table)}`.execute(db.sql)
    },
    async update(table, key, values) {
      await sql`update ${sql.table(table)} set (${sql.join(columns(values))}) =
        (select ${sql.join(columns(values))} from ${record(table, values)})
        where ${where(table, key)}`.execute(db.sql)
    },
    async remove(table, key) {
      await sql`delete from ${sql.table(table)} where ${where(table, key)}`.execute(db.sql)
    },
    count: (table, column, value) =>
      countRows(
        db,
        table,
        sql`${sql.ref(column)} = (select ${sql.ref(column)} from ${record(table, { [column]: value })})`,
      ),
  }
}

async function countRows(db: Db, table: string, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db.sql)
  return Number(rows[0]?.count ?? 0)
}
