import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { ConfirmedMeeting } from '../../icalendar/meetings/meeting-event.ts'
import type { Meeting, TimeSlot } from '../../meetings/meeting.ts'
import { ownEntryId } from '../../meetings/own-entry.ts'
import { isOfDeadline, scheduleStore } from '../../planning/schedules/store.ts'
import { readHistory } from '../../timers/history.ts'
import type { History } from '../../timers/timer.ts'
import { readableBy } from '../../visibility/scope.ts'
import { visibilityStore } from '../../visibility/store.ts'
import { contentsOf, type Feed } from '../feed.ts'

export interface FeedTimer {
  id: string
  title: string | null
  description: string | null
  history: History
  tags: string[]
  version: number
  created_at: number
  updated_at: number
}

type MeetingRow = Omit<ConfirmedMeeting, 'confirmed_slot'> &
  Pick<Meeting, 'owner_id' | 'confirmed_schedule_id'> & { confirmed_slot: string }

/** The maximum number of timers that one statement reads, so that a long feed does not block the event loop. */
const STEP = 500

export const itemStore = (db: Db, feed: Feed) => {
  const { tag_ids, owner_id } = feed
  const kysely = db.sql

  const linked = (table: string, column: string, id: RawBuilder<unknown>) => sql<boolean>`
    exists (select 1 from ${sql.table(table)} l
      where ${sql.ref(`l.${column}`)} = ${id} and ${db.dialect.idIn('l.tag_id', tag_ids)})`
  const tagged = (...links: RawBuilder<boolean>[]) =>
    tag_ids.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(links, sql` or `)})`

  /** Matches the owner's confirmed meetings, and confirmed meetings that the owner takes part in and can still read. */
  const participation = async () => sql`
    m.confirmed_schedule_id is not null and m.confirmed_slot is not null and (m.owner_id = ${owner_id}
      or (m.id in (select p.meeting_id from meeting_participants p where p.user_id = ${owner_id})
        and ${readableBy('meeting', await visibilityStore(db).viewer(owner_id), 'm')}))`

  return {
    /** All-day schedules have dates instead of instants, so the search window is a day wider on both sides. */
    async schedules({ from, to }: Window): Promise<string[]> {
      // If the feed also contains todos, the calendar entry of a todo's deadline would be a duplicate.
      const own = contentsOf(feed).has('todos') ? sql`not ${isOfDeadline}` : sql`true`
      const { rows } = await sql<{ id: string }>`
        select x.id from schedules x
        where x.owner_id = ${owner_id} and x.range_start < ${to + DAY_MS} and x.range_end >= ${from - DAY_MS}
          and ${own} and ${tagged(linked('schedule_tags', 'schedule_id', sql`x.id`))}
        order by x.range_start, x.id`.execute(kysely)
      return rows.map(row => row.id)
    },

    /**
     * Returns the ids of open todos that are not due after the window. Also returns those of todos that were completed
     * since the start of the window, and of canceled todos that were last changed since then.
     */
    async todos({ from, to }: Window): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select x.id from todos x
        where x.owner_id = ${owner_id} and ${tagged(linked('todo_tags', 'todo_id', sql`x.id`))}
          and ((x.status in ('UNSCHEDULED', 'SCHEDULED')
              and (x.deadline is null or x.deadline < ${to}) and (x.deadline_date is null or x.deadline_date < ${to}))
            or (x.status not in ('UNSCHEDULED', 'SCHEDULED') and coalesce(x.completed_at, x.updated_at) >= ${from}))
        order by x.created_at, x.id`.execute(kysely)
      return rows.map(row => row.id)
    },

    /** Returns the next page of timers that started in the window or up to a day before it. Omits canceled timers. */
    async timers({ from, to }: Window, after?: FeedTimer & { started_at: number }) {
      const rest = after
        ? sql`and (t.started_at > ${after.started_at} or (t.started_at = ${after.started_at} and t.id > ${after.id}))`
        : sql``
      const { rows } = await sql<
        Omit<FeedTimer, 'history' | 'tags'> & { history: string; tags: string; started_at: number }
      >`
        select t.id, coalesce(t.title, d.title, s.title) as title, t.description, t.history, t.started_at,
          t.version, t.created_at, t.updated_at,
          (select ${db.dialect.jsonArray(sql`g.name`)} from timer_tags l join tags g on g.id = l.tag_id
            where l.timer_id = t.id) as tags
        from timers t left join todos d on d.id = t.todo_id left join schedules s on s.id = t.schedule_id
        where t.owner_id = ${owner_id} and t.status <> 'CANCELLED'
          and t.started_at >= ${from - DAY_MS} and t.started_at < ${to} ${rest}
          and ${tagged(
            linked('timer_tags', 'timer_id', sql`t.id`),
            linked('todo_tags', 'todo_id', sql`t.todo_id`),
            linked('schedule_tags', 'schedule_id', sql`t.schedule_id`),
          )}
        order by t.started_at, t.id limit ${STEP} + 0`.execute(kysely)
      return rows.map(row => ({
        ...row,
        history: readHistory(row.history),
        tags: JSON.parse(row.tags) as string[],
      }))
    },

    /** Omits meetings that the feed contains as a schedule of the owner. */
    async meetings(): Promise<ConfirmedMeeting[]> {
      const { rows } = await sql<MeetingRow>`
        select m.id, m.owner_id, m.title, m.description, m.timezone, m.confirmed_schedule_id, m.confirmed_slot,
          m.version, m.created_at, m.updated_at
        from meetings m where ${await participation()} order by m.created_at, m.id`.execute(kysely)
      const meetings = rows.map(row => ({
        ...row,
        confirmed_slot: JSON.parse(row.confirmed_slot) as TimeSlot,
      }))
      if (!contentsOf(feed).has('schedules')) return meetings
      const own = new Map(meetings.map(each => [each.id, ownEntryId(each, owner_id)]))
      const found = await scheduleStore(db).findMany([...own.values()].filter(id => id !== undefined))
      const isShown = ({ tags }: (typeof found)[number]) =>
        tag_ids.length === 0 || tags.some(({ id }) => tag_ids.includes(id))
      const shown = found.filter(each => each.owner_id === owner_id && isShown(each))
      const entries = new Set(shown.map(each => each.id))
      return meetings.filter(({ id }) => !entries.has(own.get(id) ?? ''))
    },

    /**
     * Returns a string that changes with the feed's confirmed meetings. The owner's change log does not contain changes
     * to other people's meetings.
     */
    async meetingsChangedAt(): Promise<string> {
      const { rows } = await sql<{ count: number; last: number | null }>`
        select count(*) as count, max(m.updated_at) as last from meetings m
        where ${await participation()}`.execute(kysely)
      return `${rows[0]?.count} ${rows[0]?.last}`
    },
  }
}
