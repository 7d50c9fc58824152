// Builds the text of frequent statements once per dialect, not for each execution.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Row as Image } from '../captured-row.ts'
import type { Dialect } from '../dialect.ts'
import type { Db } from '../unit-of-work.ts'
import { CAPTURED, capturedUpdate, hasInsertTrigger, insertCapture } from './captured-rows.ts'

/** A placeholder for a value while the text is built. */
class Slot {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
}

/**
 * `build` runs only once per dialect, so it may insert the values into the statement but must not depend on them.
 * Reusing the same string also speeds up the prepared statement lookup.
 */
export function statement<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => RawBuilder<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const made = new Map<Dialect, Made>()
  return async (db, ...values) => {
    const known = made.get(db.dialect) ?? make(build, db, values)
    made.set(db.dialect, known)
    const parameters = known.isInOrder
      ? values
      : known.parameters.map(each => (each instanceof Slot ? values[each.at] : each))
    return (await db.execute(known.sql, parameters)).rows as Row[]
  }
}

/**
 * Like `statement`, but without a result. In a PostgreSQL transaction, such a statement does not wait for a round trip.
 */
export function sentStatement<Values extends unknown[]>(
  build: (db: Db, ...values: Values) => RawBuilder<never>,
): (db: Db, ...values: Values) => Promise<void> {
  const run = statement(build)
  return async (db, ...values) => {
    const { send } = db
    const sending: Db = send
      ? {
          ...db,
          async execute(text, parameters) {
            send(text, parameters)
            return { rows: [] }
          },
        }
      : db
    await run(sending, ...values)
  }
}

/**
 * Returns a function that inserts a row and captures it for the change log. It ignores fields other than these columns.
 */
export function insertion<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
): (db: Db, row: Row) => Promise<void> {
  const captured = hasInsertTrigger(table) ? '' : CAPTURED
  const capture = insertCapture(table, columns)
  const insert = sentStatement<unknown[]>(
    (_db, ...values) => sql`
      insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))})
      values (${sql.join(values)})${sql.raw(captured)}`,
  )
  return async (db, row) => {
    await insert(db, ...columns.map(name => row[name]))
    await capture(db, row as Image)
  }
}

export function updating<Row extends { id: string }>(
  table: string,
  columns: readonly (keyof Row & string)[],
): (db: Db, row: Row) => Promise<void> {
  const updateOf = (id: unknown, values: readonly unknown[]) => {
    const set = columns.map((name, at) => sql`${sql.ref(name)} = ${values[at]}`)
    return sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`
  }
  const update = statement<unknown[], never>((_db, id, ...values) => sql`${updateOf(id, values)}`)
  const updateReturning = statement<unknown[], { before: string; after: string }>(
    (_db, id, ...values) => sql`${updateOf(id, values)}
      returning to_jsonb(old) as before, to_jsonb(new) as after${sql.raw(CAPTURED)}`,
  )
  return async (db, row) => {
    const values = columns.map(name => row[name])
    if (!db.capture || !db.returnsOldRows) {
      await update(db, row.id, ...values)
      return
    }
    for (const { before, after } of await updateReturning(db, row.id, ...values)) {
      const change = capturedUpdate(table, JSON.parse(before) as Image, JSON.parse(after) as Image)
      if (change) await db.capture(change)
    }
  }
}

interface Made extends Pick<CompiledQuery, 'sql' | 'parameters'> {
  /** True if the parameters are exactly the given values. */
  readonly isInOrder: boolean
}

function make<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => RawBuilder<Row>,
  db: Db,
  values: Values,
): Made {
  const slots = values.map((_, at) => new Slot(at)) as unknown as Values
  const { sql: text, parameters } = build(db, ...slots).compile(db.sql)
  const isInOrder =
    parameters.length === slots.length &&
    parameters.every((each, at) => each instanceof Slot && each.at === at)
  return { sql: text, parameters, isInOrder }
}
