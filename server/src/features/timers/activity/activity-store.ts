import { sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../../platform/kernel/page.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { blockBetween } from '../../people/friends/store.ts'
import type { Viewer } from '../../visibility/policy.ts'
import { readableBy } from '../../visibility/scope.ts'
import { readHistory } from '../history.ts'
import { ACTIVE, type History } from '../timer.ts'

export interface FriendTimer {
  id: string
  owner_id: string
  display_name: string
  /** Null if the timer has no title or the viewer may not see it. */
  title: string | null
  history: History
  started_at: number
}

type StartKey = [startedAt: number, id: string]

export const activityStore = ({ sql: db }: Db) => ({
  async displayName(userId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('users')
      .select('display_name')
      .where('id', '=', userId)
      .executeTakeFirst()
    return row?.display_name
  },

  /** Includes verified email addresses, because an address may grant access. */
  async friends(userId: string): Promise<Viewer[]> {
    const { rows } = await sql<{ id: string; email: string | null; email_verified: unknown }>`
      select u.id, u.email, u.email_verified from friends f join users u on u.id = f.friend_id
      where f.user_id = ${userId} and not (${blockBetween(userId, sql.ref('f.friend_id'))})`.execute(db)
    return rows.map(row => ({ id: row.id, email: row.email_verified ? row.email : null }))
  },

  /** Most recently started first. */
  async activeOfFriends(viewer: Viewer, page: PageRequest): Promise<Page<FriendTimer>> {
    const after = decodeCursor<StartKey>(page, ['number', 'uuid'])
    const rest = after
      ? sql`(timers.started_at < ${after[0]} or (timers.started_at = ${after[0]} and timers.id > ${after[1]}))`
      : sql`1 = 1`
    const { rows } = await sql<Omit<FriendTimer, 'history'> & { history: string }>`
      select timers.id, timers.owner_id, u.display_name, timers.history, timers.started_at,
        case when ${readableBy('timer', viewer, 'timers')} then timers.title end as title
      from friends f
        join timers on timers.owner_id = f.friend_id and timers.status in (${sql.join([...ACTIVE])})
        join users u on u.id = f.friend_id
      where f.user_id = ${viewer.id} and not (${blockBetween(viewer.id, sql.ref('f.friend_id'))})
        and f.friend_id not in (select user_id from disabled_users) and ${rest}
      order by timers.started_at desc, timers.id limit ${pageSize(page) + 1}`.execute(db)
    const timers = rows.map(row => ({ ...row, history: readHistory(row.history) }))
    return toPage(timers, page, timer => [timer.started_at, timer.id])
  },
})
