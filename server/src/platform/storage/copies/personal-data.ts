// Exports everything that the database stores about one person, table by table.
import { sql } from 'kysely'
import type { Db } from '../unit-of-work.ts'

/** The condition that selects a person's rows in each table; `$` stands for the person's id. */
const BELONGS: Record<string, string> = {
  users: 'id = $',
  preferences: 'owner_id = $',
  tag_groups: 'owner_id = $',
  tags: 'owner_id = $',
  todos: 'owner_id = $',
  todo_tags: 'todo_id in (select id from todos where owner_id = $)',
  schedules: 'owner_id = $',
  schedule_tags: 'schedule_id in (select id from schedules where owner_id = $)',
  schedule_exceptions: 'series_id in (select id from schedules where owner_id = $)',
  timers: 'owner_id = $',
  timer_tags: 'timer_id in (select id from timers where owner_id = $)',
  meetings: 'owner_id = $',
  meeting_participants: 'user_id = $',
  friendships: 'requester_id = $ or addressee_id = $',
  blocks: 'blocker_id = $',
  visibility: 'owner_id = $',
  visibility_users: 'visibility_id in (select id from visibility where owner_id = $)',
  visibility_emails: 'visibility_id in (select id from visibility where owner_id = $)',
  visibility_domains: 'visibility_id in (select id from visibility where owner_id = $)',
}

export const PERSONAL_TABLES = Object.keys(BELONGS)

export async function personalData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const data: Record<string, unknown[]> = {}
  for (const [table, condition] of Object.entries(BELONGS)) {
    const parts = condition.split('$').map(part => sql.raw(part))
    const { rows } =
      await sql`select * from ${sql.table(table)} where ${sql.join(parts, sql`${userId}`)}`.execute(db.sql)
    data[table] = rows
  }
  return data
}
