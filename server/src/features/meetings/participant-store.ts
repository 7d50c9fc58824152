import { type Selectable, sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../platform/kernel/page.ts'
import type { MeetingTables } from '../../platform/storage/tables/meetings.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Availability, Participant } from './participant.ts'

type ParticipantRow = Selectable<MeetingTables['meeting_participants']>
/** The row of a member or a guest. Guests have no user id. */
type AnswerRow = Omit<ParticipantRow, 'user_id'> & { user_id: string | null }
type TimeKey = [created_at: number, id: string]

const PARTICIPANT = ['id', 'meeting_id', 'user_id', 'display_name', 'created_at'] as const
/** Keeps each statement well below the parameter limit of both databases. */
const MAX_AT_ONCE = 1000

/** If one of two people has blocked the other, neither sees the other, even in a third person's meeting. */
const isSeenBy = (viewerId: string) => sql<boolean>`
  not exists (select 1 from blocks b where b.blocker_id = p.user_id and b.blocked_id = ${viewerId})
  and not exists (select 1 from blocks b where b.blocker_id = ${viewerId} and b.blocked_id = p.user_id)`

export const participantStore = ({ sql: db }: Db) => {
  const inMeeting = (meetingId: string) =>
    db
      .selectFrom('meeting_participants as p')
      .selectAll('p')
      .where('p.meeting_id', '=', meetingId)
      .orderBy('p.created_at')
      .orderBy('p.id')

  /** Reads the members and guests that the viewer may see, in the order in which they joined. */
  const answers = async (meetingId: string, viewerId: string, after?: TimeKey, most?: number) => {
    const { rows } = await sql<AnswerRow>`
      select * from (
        select p.id, p.meeting_id, p.user_id, p.display_name, p.time_slots, p.if_need_be, p.created_at
        from meeting_participants p where p.meeting_id = ${meetingId} and ${isSeenBy(viewerId)}
        union all
        select g.id, g.meeting_id, null, g.display_name, g.time_slots, g.if_need_be, g.created_at
        from meeting_guests g where g.meeting_id = ${meetingId}
      ) a
      ${after ? sql`where (a.created_at, a.id) > (${after[0]}, ${after[1]})` : sql``}
      order by a.created_at, a.id ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(db)
    return rows.map(toAvailability)
  }

  return {
    async find(id: string): Promise<Participant | undefined> {
      return db.selectFrom('meeting_participants').select(PARTICIPANT).where('id', '=', id).executeTakeFirst()
    },

    async ofUser(meetingId: string, userId: string): Promise<Participant | undefined> {
      return db
        .selectFrom('meeting_participants')
        .select(PARTICIPANT)
        .where('meeting_id', '=', meetingId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    },

    async list(meetingId: string, viewerId: string, page: PageRequest): Promise<Page<Availability>> {
      const after = decodeCursor<TimeKey>(page, ['number', 'uuid'])
      const rows = await answers(meetingId, viewerId, after, pageSize(page) + 1)
      return toPage(rows, page, ({ participant }) => [participant.created_at, participant.id])
    },

    seenBy: (meetingId: string, viewerId: string): Promise<Availability[]> => answers(meetingId, viewerId),

    /** Lists members, without guests. */
    async all(meetingId: string): Promise<Availability[]> {
      return (await inMeeting(meetingId).execute()).map(toAvailability)
    },

    async insert(participant: Participant): Promise<void> {
      await db
        .insertInto('meeting_participants')
        .values(toRow({ participant, time_slots: [], if_need_be: [] }))
        .execute()
    },

    async rename(id: string, display_name: string): Promise<void> {
      await db.updateTable('meeting_participants').set({ display_name }).where('id', '=', id).execute()
    },

    /** Also deletes the participant's slots, which are in the same row. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('meeting_participants').where('id', '=', id).execute()
    },

    /** Updates many participants in a few statements, with an upsert that always conflicts. */
    async setSlots(changed: readonly Availability[]): Promise<void> {
      for (let start = 0; start < changed.length; start += MAX_AT_ONCE) {
        await db
          .insertInto('meeting_participants')
          .values(changed.slice(start, start + MAX_AT_ONCE).map(toRow))
          .onConflict(conflict =>
            conflict.column('id').doUpdateSet(eb => ({
              time_slots: eb.ref('excluded.time_slots'),
              if_need_be: eb.ref('excluded.if_need_be'),
            })),
          )
          .execute()
      }
    },
  }
}

const toRow = ({ participant, time_slots, if_need_be }: Availability): ParticipantRow => ({
  ...participant,
  time_slots: JSON.stringify(time_slots),
  if_need_be: JSON.stringify(if_need_be),
})

const toAvailability = ({ time_slots, if_need_be, user_id, ...row }: AnswerRow): Availability => ({
  participant: user_id === null ? { ...row, user_id: row.id, is_guest: true } : { ...row, user_id },
  time_slots: JSON.parse(time_slots),
  if_need_be: JSON.parse(if_need_be),
})
