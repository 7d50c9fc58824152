// Creates entries in the logs of people whose lists show a person with a changed name or picture.
import { sql } from 'kysely'
import type { ChangeKind } from '../../storage/tracked-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { OpenDraft } from './compose.ts'
import { followUp } from './follow-ups.ts'
import type { NetRow } from './net-rows.ts'

interface Found {
  owner_id: string
  kind: ChangeKind
  id: string
}

const SHOWN_TO_OTHERS = new Set(['display_name', 'avatar_url'])

export async function peopleFollowUps(db: Db, rows: readonly NetRow[]): Promise<OpenDraft[]> {
  const drafts: OpenDraft[] = []
  for (const row of rows.filter(isRenamed)) {
    for (const { owner_id, kind, id } of await showingPerson(db, String(row.key['id']))) {
      drafts.push(followUp(kind, id, owner_id))
    }
  }
  return drafts
}

/** True for a person whose name or picture changed. */
export const isRenamed = ({ table, before, after, changed }: NetRow): boolean =>
  table === 'users' && before !== null && after !== null && changed.some(name => SHOWN_TO_OTHERS.has(name))

async function showingPerson(db: Db, userId: string): Promise<Found[]> {
  const pending = (owner: string) => sql`
    select ${sql.ref(owner)} as owner_id, 'friend_request' as kind, id from friendships
    where status = 'pending' and (requester_id = ${userId} or addressee_id = ${userId})`
  const { rows } = await sql<Found>`
    select user_id as owner_id, 'friend' as kind, friendship_id as id from friends where friend_id = ${userId}
    union all ${pending('requester_id')} union all ${pending('addressee_id')}`.execute(db.sql)
  const blocks = await sql<Found>`
    select blocker_id as owner_id, 'block' as kind, blocked_id as id from blocks
    where blocked_id = ${userId}`.execute(db.sql)
  return [...rows, ...blocks.rows]
}
