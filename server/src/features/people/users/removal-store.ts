// SQL that deletes what a person owns and what connects the person with others, a limited number of rows at a time.
import { sql } from 'kysely'
import { deleteStep } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { type Belonging, type Part, RELATIONS } from './belongings.ts'

export interface Removed {
  /** The number of rows that were deleted or changed. */
  rows: number
  /** The position of the last deleted row. Undefined if some of its parts are left. */
  last: readonly unknown[] | undefined
}

export const removalStore = (db: Db) => ({
  /** Ends at most `most` relations of each kind. Returns the number. */
  async endRelations(id: string, addresses: readonly string[], most: number): Promise<number> {
    let ended = 0
    for (const { table, key, people = [], address } of RELATIONS) {
      const conditions = people.map(column => sql`${sql.ref(column)} = ${id}`)
      if (address) for (const each of addresses) conditions.push(sql`${sql.ref(address)} = ${each}`)
      for (const where of conditions) ended += await deleteStep(db, { table, key, where, most })
    }
    return ended
  },

  /** Deletes rows after this position and their parts. Returns undefined if no row is left. */
  async removeSome(
    id: string,
    { table, owner, order, parts = [] }: Belonging,
    after: readonly unknown[] | undefined,
    most: number,
  ): Promise<Removed | undefined> {
    const columns = sql.join(order.map(name => sql.ref(name)))
    const own = sql`${sql.ref(owner)} = ${id}`
    const from = after ? sql`and (${columns}) > (${sql.join([...after])})` : sql``
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(table)} where ${own} ${from}
      order by ${columns} limit ${most}`.execute(db.sql)
    const end = rows.at(-1)
    if (!end) return undefined
    const ids = parts.length > 0 ? rows.map(row => String(row['id'] ?? '')) : []
    for (const part of parts) {
      const removed = await removeParts(db, part, ids, most)
      if (removed > 0) return { rows: removed, last: undefined }
    }
    const last = order.map(name => end[name])
    await sql`
      delete from ${sql.table(table)} where ${own} ${from} and (${columns}) <= (${sql.join(last)})`.execute(
      db.sql,
    )
    return { rows: rows.length, last }
  },
})

/** Returns the number of rows that were deleted or lost their link. */
async function removeParts(
  db: Db,
  { table, column, key }: Part,
  ids: readonly string[],
  most: number,
): Promise<number> {
  const where = db.dialect.idIn(column, ids)
  if (key) return deleteStep(db, { table, key, where, most })
  const link = sql.ref(column)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${link} = null
    where id in (select id from ${sql.table(table)} where ${where} limit ${most})`.execute(db.sql)
  return Number(numAffectedRows ?? 0)
}
