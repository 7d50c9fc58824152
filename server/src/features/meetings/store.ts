// SQL of meetings. Participants and their times have a file of their own.
import { type Selectable, sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../platform/kernel/page.ts'
import type { MeetingTables } from '../../platform/storage/tables/meetings.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { ScopeChoice, Viewer } from '../visibility/policy.ts'
import { isPublicOfStranger, pageOver, scopeBranches } from '../visibility/scope.ts'
import type { Meeting } from './meeting.ts'

type MeetingRow = Selectable<MeetingTables['meetings']>
type TimeKey = [created_at: number, id: string]

export interface MeetingInList extends Meeting {
  visibility_level: string | null
}

export const meetingStore = ({ sql: db, dialect }: Db) => ({
  async insert(meeting: Meeting): Promise<void> {
    await db.insertInto('meetings').values(toRow(meeting)).execute()
  },

  async find(id: string): Promise<Meeting | undefined> {
    const row = await db.selectFrom('meetings').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toMeeting(row)
  },

  async findMany(ids: readonly string[]): Promise<Meeting[]> {
    const rows = await db.selectFrom('meetings').selectAll().where(dialect.idIn('id', ids)).execute()
    return rows.map(toMeeting)
  },

  /** Newest first. */
  async list(viewer: Viewer, choice: ScopeChoice, page: PageRequest): Promise<Page<MeetingInList>> {
    const after = decodeCursor<TimeKey>(page, ['number', 'uuid'])
    const later = after ? sql`and (m.created_at, m.id) < (${after[0]}, ${after[1]})` : sql``
    const { rows } = await sql<MeetingRow>`${pageOver(
      [...scopeBranches('meeting', choice, viewer, 'm'), ...joined(viewer, choice)],
      where => sql`select m.* from meetings m where ${where} ${later}`,
      sql`created_at desc, id desc`,
      pageSize(page) + 1,
    )}`.execute(db)
    const meetings = rows.map(row => ({
      ...toMeeting(row),
      visibility_level: row.level === 'private' ? null : row.level,
    }))
    return toPage(meetings, page, meeting => [meeting.created_at, meeting.id])
  },

  async save(meeting: Meeting): Promise<void> {
    const { version: _unchanged, ...row } = toRow(meeting)
    await db.updateTable('meetings').set(row).where('id', '=', meeting.id).execute()
  },

  /** Participants and their times go along. */
  async remove(id: string): Promise<void> {
    await db.deleteFrom('meetings').where('id', '=', id).execute()
  },
})

/** A public meeting of a stranger concerns the viewer as soon as they take part. */
const joined = (viewer: Viewer, { scope, public_from }: ScopeChoice) =>
  scope === 'mine' || public_from !== 'friends'
    ? []
    : [
        sql<boolean>`m.id in (select p.meeting_id from meeting_participants p where p.user_id = ${viewer.id})
          and ${isPublicOfStranger(viewer, 'm')}`,
      ]

const toMeeting = ({ level: _level, ...row }: MeetingRow): Meeting => ({
  ...row,
  available_days: JSON.parse(row.available_days),
  confirmed_slot:
    row.confirmed_schedule_id !== null && row.confirmed_slot !== null ? JSON.parse(row.confirmed_slot) : null,
})

const toRow = (meeting: Meeting): Omit<MeetingRow, 'level'> => ({
  ...meeting,
  available_days: JSON.stringify(meeting.available_days),
  confirmed_slot: meeting.confirmed_slot && JSON.stringify(meeting.confirmed_slot),
})
