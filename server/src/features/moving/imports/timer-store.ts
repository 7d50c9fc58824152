// Finds timers that an earlier import wrote.
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export async function ownTimers(db: Db, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.sql
    .selectFrom('timers')
    .select('id')
    .where(db.dialect.unindexed('owner_id'), '=', ownerId)
    .where(db.dialect.idIn('id', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
