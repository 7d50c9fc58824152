import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../platform/kernel/page.ts'
import { columns } from '../../platform/storage/columns.ts'
import type { IdList } from '../../platform/storage/dialect.ts'
import { insertion, statement, updating } from '../../platform/storage/statements/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { ScopeChoice, Viewer } from '../visibility/policy.ts'
import { isPublicOfStranger, levelOf, pageOver, scopeBranches } from '../visibility/scope.ts'
import type { Meeting } from './meeting.ts'

type TimeKey = [created_at: number, id: string]

type MeetingRow = Omit<Meeting, 'available_days' | 'confirmed_slot'> & {
  /** JSON array. */
  available_days: string
  confirmed_slot: string | null
}

export interface MeetingInList extends Meeting {
  visibility_level: string | null
}

const meetingColumns = columns<Meeting>({
  id: 'fixed',
  owner_id: 'fixed',
  title: 'saved',
  description: 'saved',
  start_date: 'saved',
  end_date: 'saved',
  available_days: 'saved',
  start_time: 'saved',
  end_time: 'saved',
  time_slot_minutes: 'saved',
  timezone: 'saved',
  confirmed_schedule_id: 'saved',
  confirmed_slot: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

const insertMeeting = insertion<MeetingRow>('meetings', meetingColumns.all)
const saveMeeting = updating<MeetingRow>('meetings', meetingColumns.saved)
const findMeeting = statement<[id: string], MeetingRow>(
  (_db, id) => sql`select ${meetingColumns.of('m')} from meetings m where m.id = ${id}`,
)

const findMeetings = statement<[ids: IdList], MeetingRow>(
  ({ dialect }, ids) => sql`
    select ${meetingColumns.of('m')} from meetings m where ${dialect.idInList('m.id', ids)}`,
)

export const meetingStore = (db: Db) => ({
  insert: (meeting: Meeting): Promise<void> => insertMeeting(db, toRow(meeting)),

  async find(id: string): Promise<Meeting | undefined> {
    const [row] = await findMeeting(db, id)
    return row && toMeeting(row)
  },

  async findMany(ids: readonly string[]): Promise<Meeting[]> {
    const rows = await findMeetings(db, db.dialect.idList(ids))
    return rows.map(toMeeting)
  },

  /** Lists the newest meeting first. */
  async list(viewer: Viewer, choice: ScopeChoice, page: PageRequest): Promise<Page<MeetingInList>> {
    const after = decodeCursor<TimeKey>(page, ['number', 'uuid'])
    const later = after ? sql`and (m.created_at, m.id) < (${after[0]}, ${after[1]})` : sql``
    const { rows } = await sql<MeetingRow & { visibility_level: string | null }>`${pageOver(
      meetingBranches(viewer, choice, 'm'),
      where => sql`
        select ${meetingColumns.of('m')}, ${levelOf('m')} as visibility_level
        from meetings m where ${where} ${later}`,
      sql`created_at desc, id desc`,
      pageSize(page) + 1,
    )}`.execute(db.sql)
    return toPage(rows.map(toMeeting), page, meeting => [meeting.created_at, meeting.id])
  },

  save: (meeting: Meeting): Promise<void> => saveMeeting(db, toRow(meeting)),

  /** Foreign keys also delete the answers. */
  async remove(id: string): Promise<void> {
    await db.sql.deleteFrom('meetings').where('id', '=', id).execute()
  },
})

/**
 * Selects the scope's meetings and, except in the scope `mine`, strangers' public meetings in which the viewer
 * participates.
 */
export const meetingBranches = (
  viewer: Viewer,
  choice: ScopeChoice,
  table: string,
): RawBuilder<boolean>[] => [
  ...scopeBranches('meeting', choice, viewer, table),
  ...(choice.scope === 'mine' ? [] : joinedBranches(viewer, choice, table)),
]

/**
 * Selects strangers' public meetings in which the viewer participates, if `public_from` excludes strangers' items.
 */
export const joinedBranches = (
  viewer: Viewer,
  { public_from }: ScopeChoice,
  table: string,
): RawBuilder<boolean>[] =>
  public_from === 'friends'
    ? [
        sql<boolean>`${sql.ref(`${table}.id`)} in (
            select p.meeting_id from meeting_participants p where p.user_id = ${viewer.id})
          and ${isPublicOfStranger(viewer, table)}`,
      ]
    : []

const toMeeting = <R extends MeetingRow>(row: R): Omit<R, keyof MeetingRow> & Meeting => ({
  ...row,
  available_days: JSON.parse(row.available_days),
  confirmed_slot:
    row.confirmed_schedule_id !== null && row.confirmed_slot !== null ? JSON.parse(row.confirmed_slot) : null,
})

const toRow = (meeting: Meeting): MeetingRow => ({
  ...meeting,
  available_days: JSON.stringify(meeting.available_days),
  confirmed_slot: meeting.confirmed_slot && JSON.stringify(meeting.confirmed_slot),
})
