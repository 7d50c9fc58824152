// Statements whose text is built once per database. Used for statements that run with nearly every request.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Db } from '../unit-of-work.ts'

/** A placeholder for a value while the text is built. */
class Slot {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
}

/**
 * `build` is called only once per database, so it may insert the values into the statement but must not depend on
 * them. Reusing the same string also makes the lookup of the prepared statement faster.
 */
export function statement<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => RawBuilder<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const made = new Map<Dialect, CompiledQuery>()
  return async (db, ...values) => {
    const known = made.get(db.dialect) ?? compile(build, db, values)
    made.set(db.dialect, known)
    const parameters = known.parameters.map(each => (each instanceof Slot ? values[each.at] : each))
    return (await db.execute(known.sql, parameters)).rows as Row[]
  }
}

/** Returns a function that inserts one row and ignores fields other than these columns. */
export function insertion<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
): (db: Db, row: Row) => Promise<void> {
  const insert = statement<unknown[], never>(
    (_db, ...values) => sql`
      insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))})
      values (${sql.join(values)})`,
  )
  return async (db, row) => {
    await insert(db, ...columns.map(name => row[name]))
  }
}

/** Returns a function that updates these columns of the row with the same id. */
export function updating<Row extends { id: string }>(
  table: string,
  columns: readonly (keyof Row & string)[],
): (db: Db, row: Row) => Promise<void> {
  const update = statement<unknown[], never>((_db, id, ...values) => {
    const set = columns.map((name, at) => sql`${sql.ref(name)} = ${values[at]}`)
    return sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`
  })
  return async (db, row) => {
    await update(db, row.id, ...columns.map(name => row[name]))
  }
}

function compile<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => RawBuilder<Row>,
  db: Db,
  values: Values,
): CompiledQuery {
  const slots = values.map((_, at) => new Slot(at)) as unknown as Values
  return build(db, ...slots).compile(db.sql)
}
