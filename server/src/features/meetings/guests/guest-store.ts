import { type Selectable, sql } from 'kysely'
import { isActiveOwner } from '../../../platform/storage/statements/active-owner.ts'
import type { MeetingTables } from '../../../platform/storage/tables/meetings.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Guest, StoredLink } from './guest.ts'

type GuestRow = Selectable<MeetingTables['meeting_guests']>

export const guestStore = ({ sql: db }: Db) => ({
  async link(meetingId: string): Promise<StoredLink | undefined> {
    return db.selectFrom('meeting_links').selectAll().where('meeting_id', '=', meetingId).executeTakeFirst()
  },

  async insertLink(link: StoredLink): Promise<void> {
    await db.insertInto('meeting_links').values(link).execute()
  },

  async removeLink(meetingId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('meeting_links')
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  /** Disables all links, including links that were copied from a leaked database. */
  async removeAllLinks(): Promise<void> {
    await db.deleteFrom('meeting_links').execute()
  },

  /** Returns undefined if the link is unknown, or if the owner's account is disabled or will be deleted. */
  async meetingOf(hash: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('meeting_links as l')
      .innerJoin('meetings as m', 'm.id', 'l.meeting_id')
      .select('m.id')
      .where('l.hash', '=', hash)
      .where(isActiveOwner('m.owner_id'))
      .executeTakeFirst()
    return row?.id
  },

  /** Counts the guests of a meeting. `recent` counts those who answered after `since`. */
  async count(meetingId: string, since: number): Promise<{ all: number; recent: number }> {
    const { rows } = await sql<{ all: number; recent: number }>`
      select count(*) as "all", coalesce(sum(case when created_at > ${since} then 1 else 0 end), 0) as recent
      from meeting_guests where meeting_id = ${meetingId}`.execute(db)
    return { all: Number(rows[0]?.all ?? 0), recent: Number(rows[0]?.recent ?? 0) }
  },

  async all(meetingId: string): Promise<Guest[]> {
    const rows = await db
      .selectFrom('meeting_guests')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toGuest)
  },

  async find(meetingId: string, tokenHash: string): Promise<Guest | undefined> {
    const row = await db
      .selectFrom('meeting_guests')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row && toGuest(row)
  },

  async insert(guest: Guest): Promise<void> {
    await db.insertInto('meeting_guests').values(toRow(guest)).execute()
  },

  async save(guest: Guest): Promise<void> {
    const { display_name, time_slots, if_need_be } = toRow(guest)
    await db
      .updateTable('meeting_guests')
      .set({ display_name, time_slots, if_need_be })
      .where('id', '=', guest.id)
      .execute()
  },

  async remove(meetingId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('meeting_guests')
      .where('meeting_id', '=', meetingId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const toRow = (guest: Guest): GuestRow => ({
  ...guest,
  time_slots: JSON.stringify(guest.time_slots),
  if_need_be: JSON.stringify(guest.if_need_be),
})

const toGuest = (row: GuestRow): Guest => ({
  ...row,
  time_slots: JSON.parse(row.time_slots),
  if_need_be: JSON.parse(row.if_need_be),
})
