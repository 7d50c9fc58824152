// SQL of the participants of meetings and of the times at which they are free.
import { sql } from 'kysely'
import { newId } from '../../kernel/ids.ts'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../kernel/page.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { Participant, StoredSlot } from './participant.ts'
import type { TimeSlot } from './slot.ts'

type TimeKey = [created_at: number, id: string]

/** Keeps a statement far below the number of parameters that either database takes. */
const MOST_AT_ONCE = 1000

/** Two people with a block between them do not see each other in a meeting, whoever holds it. */
const seenBy = (viewerId: string) => sql<boolean>`
  not exists (select 1 from blocks b where b.blocker_id = p.user_id and b.blocked_id = ${viewerId})
  and not exists (select 1 from blocks b where b.blocker_id = ${viewerId} and b.blocked_id = p.user_id)`

export const participantStore = ({ sql: db }: Db) => {
  const slots = () =>
    db
      .selectFrom('meeting_slots as s')
      .select(['s.id', 's.participant_id', 's.slot_date', 's.start_time', 's.end_time'])
      .orderBy('s.participant_id')
      .orderBy('s.slot_date')
      .orderBy('s.start_time')
      .orderBy('s.end_time')
  const slotsIn = (meetingId: string) =>
    slots()
      .innerJoin('meeting_participants as p', 'p.id', 's.participant_id')
      .where('p.meeting_id', '=', meetingId)

  return {
    async find(id: string): Promise<Participant | undefined> {
      return db.selectFrom('meeting_participants').selectAll().where('id', '=', id).executeTakeFirst()
    },

    async ofUser(meetingId: string, userId: string): Promise<Participant | undefined> {
      return db
        .selectFrom('meeting_participants')
        .selectAll()
        .where('meeting_id', '=', meetingId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    },

    /** In the order in which they joined. */
    async list(meetingId: string, viewerId: string, page: PageRequest): Promise<Page<Participant>> {
      const after = decodeCursor<TimeKey>(page, ['number', 'uuid'])
      const rows = await db
        .selectFrom('meeting_participants as p')
        .selectAll('p')
        .where('p.meeting_id', '=', meetingId)
        .where(seenBy(viewerId))
        .$if(after !== undefined, query =>
          query.where(sql<boolean>`(p.created_at, p.id) > (${after?.[0]}, ${after?.[1]})`),
        )
        .orderBy('p.created_at')
        .orderBy('p.id')
        .limit(pageSize(page) + 1)
        .execute()
      return toPage(rows, page, row => [row.created_at, row.id])
    },

    async insert(participant: Participant): Promise<void> {
      await db.insertInto('meeting_participants').values(participant).execute()
    },

    async rename(id: string, display_name: string): Promise<void> {
      await db.updateTable('meeting_participants').set({ display_name }).where('id', '=', id).execute()
    },

    /** The times go along. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('meeting_participants').where('id', '=', id).execute()
    },

    /** By participant, then in order of time. */
    async slotsOf(participantIds: readonly string[]): Promise<StoredSlot[]> {
      if (participantIds.length === 0) return []
      return slots().where('s.participant_id', 'in', participantIds).execute()
    },

    async slotsSeenBy(meetingId: string, viewerId: string): Promise<StoredSlot[]> {
      return slotsIn(meetingId).where(seenBy(viewerId)).execute()
    },

    async allSlots(meetingId: string): Promise<StoredSlot[]> {
      return slotsIn(meetingId).execute()
    },

    async replaceSlots(participant_id: string, given: readonly TimeSlot[]): Promise<void> {
      await db.deleteFrom('meeting_slots').where('participant_id', '=', participant_id).execute()
      await this.saveSlots(given.map(slot => ({ ...slot, id: newId(), participant_id })))
    },

    /** New ones are added, known ones get these times. */
    async saveSlots(changed: readonly StoredSlot[]): Promise<void> {
      for (const some of inParts(changed)) {
        await db
          .insertInto('meeting_slots')
          .values(some)
          .onConflict(conflict =>
            conflict.column('id').doUpdateSet(eb => ({
              start_time: eb.ref('excluded.start_time'),
              end_time: eb.ref('excluded.end_time'),
            })),
          )
          .execute()
      }
    },

    async removeSlots(ids: readonly string[]): Promise<void> {
      for (const some of inParts(ids)) {
        await db.deleteFrom('meeting_slots').where('id', 'in', some).execute()
      }
    },
  }
}

function* inParts<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += MOST_AT_ONCE) {
    yield items.slice(start, start + MOST_AT_ONCE)
  }
}
