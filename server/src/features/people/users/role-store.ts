// People without a row have the role `user`.
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export const roleStore = ({ sql: db }: Db) => ({
  async isAdmin(id: string): Promise<boolean> {
    const row = await db.selectFrom('admins').select('user_id').where('user_id', '=', id).executeTakeFirst()
    return row !== undefined
  },

  /** Does not count disabled administrators. */
  async countActive(): Promise<number> {
    const row = await db
      .selectFrom('admins as a')
      .leftJoin('disabled_users as d', 'd.user_id', 'a.user_id')
      .select(sql<number>`count(*)`.as('count'))
      .where('d.user_id', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async setAdmin(id: string, since: number | null): Promise<void> {
    await db.deleteFrom('admins').where('user_id', '=', id).execute()
    if (since !== null) await db.insertInto('admins').values({ user_id: id, created_at: since }).execute()
  },

  /** Makes the account an administrator if it is the only account and there is no administrator yet. */
  async grantFirst(id: string, now: number): Promise<void> {
    await sql`
      insert into admins (user_id, created_at)
      select a.id, ${now} from accounts a
      where a.id = ${id} and not exists (select 1 from admins) and (select count(*) from accounts) = 1`.execute(
      db,
    )
  },
})
