import { sql } from 'kysely'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { blockBetween } from '../people/friends/store.ts'
import { QUESTIONS } from './notification.ts'

export const pollStore = ({ sql: db, dialect }: Db) => ({
  /**
   * Returns the people with this verified address, because only they can open the meeting. Omits the owner, and people
   * with a block between them and the owner.
   */
  async peopleWith(email: string, ownerId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select u.id from users u where lower(u.email) = ${email.toLowerCase()} and u.email_verified = ${true}
        and u.id <> ${ownerId} and not (${blockBetween(ownerId, sql.ref('u.id'))})`.execute(db)
    return rows.map(({ id }) => id)
  },

  async wasAsked(userId: string, meetingId: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from notifications where owner_id = ${userId} and event = 'meeting_poll'
        and resource_id = ${meetingId} limit 1`.execute(db)
    return rows.length > 0
  },

  /** Returns which of these people were asked or reminded after `since`. */
  async askedSince(userIds: readonly string[], meetingId: string, since: number): Promise<Set<string>> {
    const found = new Set<string>()
    for (const some of slicesOf(userIds)) {
      const rows = await db
        .selectFrom('notifications')
        .select('owner_id')
        .where('owner_id', 'in', some)
        .where('resource_id', '=', meetingId)
        .where('event', 'in', [...QUESTIONS.meeting])
        .where('sent_at', '>', since)
        .execute()
      for (const { owner_id } of rows) found.add(owner_id)
    }
    return found
  },

  async meetingsAt(scheduleIds: readonly string[]): Promise<{ id: string; schedule_id: string }[]> {
    const found: { id: string; schedule_id: string }[] = []
    for (const some of slicesOf(scheduleIds)) {
      const { rows } = await sql<{ id: string; schedule_id: string }>`
        select id, confirmed_schedule_id as schedule_id from meetings
        where ${dialect.idIn('meetings.confirmed_schedule_id', some)}`.execute(db)
      found.push(...rows)
    }
    return found
  },
})
