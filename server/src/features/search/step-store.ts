import { sql } from 'kysely'
import type { Db } from '../../platform/storage/unit-of-work.ts'

/** Returns the oldest creation time in the step of texts that ends before `before`; undefined in the last step. */
export async function startOfStep(
  db: Db,
  ownerId: string,
  before: number | undefined,
  texts: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ created_at: number }>`
    select s.created_at from search_texts s
    where s.owner_id = ${ownerId} ${before === undefined ? sql`` : sql`and s.created_at < ${before}`}
    order by s.created_at desc limit 1 offset ${texts} - 1`.execute(db.sql)
  return rows[0]?.created_at
}

/** Returns the last friend in the step that begins after `after`; undefined in the last step. */
export async function lastFriendOfStep(
  db: Db,
  userId: string,
  after: string,
  friends: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ friend_id: string }>`
    select friend_id from friends where user_id = ${userId} and friend_id > ${after}
    order by friend_id limit 1 offset ${friends} - 1`.execute(db.sql)
  return rows[0]?.friend_id
}
