import { type RawBuilder, sql } from 'kysely'
import { deleteStep } from '../storage/statements/in-steps.ts'
import type { StagedTables } from '../storage/tables/staged.ts'
import type { Db } from '../storage/unit-of-work.ts'

/** Rows with a lot of text, so few at a time. */
const DELETED_AT_ONCE = 8

export const partStore = (db: Db) => {
  const remove = (where: RawBuilder<unknown>): Promise<number> =>
    deleteStep(db, { table: 'staged_parts', key: ['staged_id', 'nr'], where, most: DELETED_AT_ONCE })

  return {
    async insert(row: StagedTables['staged_parts']): Promise<void> {
      await db.sql.insertInto('staged_parts').values(row).execute()
    },

    async find(id: string, nr: number): Promise<string | undefined> {
      const row = await db.sql
        .selectFrom('staged_parts')
        .select('content')
        .where('staged_id', '=', id)
        .where('nr', '=', nr)
        .executeTakeFirst()
      return row?.content
    },

    /** Returns the number of deleted parts, 0 at the end. */
    removeOf: (id: string): Promise<number> => remove(sql`staged_id = ${id}`),

    /** Deletes some of the parts that no running request reads. */
    removeLost: (before: number): Promise<number> =>
      remove(sql`created_at < ${before} and not exists (
        select 1 from staged_requests r where r.id = staged_parts.staged_id and r.ended_at is null)`),
  }
}
