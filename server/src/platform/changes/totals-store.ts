// SQL for the totals of each owner: the number of the last entry, and the amounts of stored data.
import { sql } from 'kysely'
import { statement } from '../storage/statements/statement.ts'
import { LAST_KINDS } from '../storage/tables/changes.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { TotalAmounts } from './growth.ts'

export type Totals = TotalAmounts & { readonly seq: number }

type LastKind = (typeof LAST_KINDS)[number]

const findSeq = statement(
  (_db, ownerId: string) => sql<{ seq: number }>`select seq from change_totals where owner_id = ${ownerId}`,
)

const findLast = statement(
  (_db, ownerId: string) => sql<Record<`last_${LastKind}`, number>>`
    select ${sql.join(LAST_KINDS.map(kind => sql.ref(`last_${kind}`)))} from change_totals
    where owner_id = ${ownerId}`,
)

export const totalsStore = (db: Db) => ({
  /** Returns undefined before the owner's first change. */
  async find(ownerId: string): Promise<Totals | undefined> {
    const { rows } = await sql<Totals>`select * from change_totals where owner_id = ${ownerId}`.execute(
      db.sql,
    )
    return rows[0]
  },

  /** Returns 0 before the owner's first change. */
  async currentSeq(ownerId: string): Promise<number> {
    const [row] = await findSeq(db, ownerId)
    return row?.seq ?? 0
  },

  /** The number of the owner's last log entry of this kind. Returns 0 before the first one. */
  async lastOf(ownerId: string, kind: LastKind): Promise<number> {
    const [row] = await findLast(db, ownerId)
    return row?.[`last_${kind}`] ?? 0
  },
})
