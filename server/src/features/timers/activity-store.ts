// SQL of the notices to friends: whom they concern, and what decides about the title.
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { blockBetween } from '../people/friends/store.ts'
import type { Viewer } from '../visibility/policy.ts'

export const activityStore = ({ sql: db }: Db) => ({
  async displayName(userId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('users')
      .select('display_name')
      .where('id', '=', userId)
      .executeTakeFirst()
    return row?.display_name
  },

  /** The friends as they are now, with the e-mails by which something may be shared with them. */
  async friends(userId: string): Promise<Viewer[]> {
    const { rows } = await sql<{ id: string; email: string | null; email_verified: unknown }>`
      select u.id, u.email, u.email_verified from friends f join users u on u.id = f.friend_id
      where f.user_id = ${userId} and not (${blockBetween(userId, sql.ref('f.friend_id'))})`.execute(db)
    return rows.map(row => ({ id: row.id, email: row.email_verified ? row.email : null }))
  },
})
