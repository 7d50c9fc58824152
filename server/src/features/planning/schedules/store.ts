import { DAY_MS } from '@daymark/recurrence/year'
import { sql } from 'kysely'
import type { IdList } from '../../../platform/storage/dialect.ts'
import { CAPTURED, insertCapture } from '../../../platform/storage/statements/captured-rows.ts'
import { deleteInSteps, slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import {
  insertion,
  sentStatement,
  statement,
  updating,
} from '../../../platform/storage/statements/statement.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { TIMED_ENTRY_MS } from '../todos/due.ts'
import { type Range, rangeOf, type Schedule, type Span, type TaggedSchedule } from './schedule.ts'
import { type ScheduleRow, scheduleColumns, scheduleView, toSchedules } from './view-store.ts'

const RANGE = ['range_start', 'range_end', 'range_class'] as const

const insertSchedule = insertion<Schedule & Range>('schedules', [...scheduleColumns.all, ...RANGE])
const saveSchedule = updating<Schedule & Range>('schedules', [...scheduleColumns.saved, ...RANGE])

const findSchedule = statement<[id: string], ScheduleRow>(
  ({ dialect }, id) => sql`select ${scheduleView(dialect)} from schedules s where s.id = ${id}`,
)
const findSchedules = statement<[ids: IdList], ScheduleRow>(
  ({ dialect }, ids) => sql`
    select ${scheduleView(dialect)} from schedules s where ${dialect.idInList('s.id', ids)}`,
)
const findLinked = statement<[todoId: string], ScheduleRow>(
  ({ dialect }, todoId) => sql`
    select ${scheduleView(dialect)} from schedules s
    where s.source_todo_id = ${todoId} order by s.start_time, s.id`,
)

const linkTags = sentStatement<[ids: IdList, tagIds: IdList]>(
  ({ dialect }, ids, tagIds) => sql`
    insert into schedule_tags (schedule_id, tag_id)
    select s.id, g.id from schedules s, tags g
    where ${dialect.idInList('s.id', ids)} and ${dialect.idInList('g.id', tagIds)}
    ${sql.raw(CAPTURED)}`,
)
const captureLink = insertCapture('schedule_tags', ['schedule_id', 'tag_id'])

/**
 * True if the schedule (alias `x`) is not a series and has the times that Daymark chooses for the todo's deadline: one
 * hour, or the whole date.
 */
export const isOfDeadline = sql<boolean>`(x.source_todo_id is not null and x.recurrence_rule is null
  and exists (select 1 from todos d where d.id = x.source_todo_id
    and ((not x.all_day and x.start_time = d.deadline and x.end_time = d.deadline + ${sql.lit(TIMED_ENTRY_MS)})
      or (x.all_day and x.start_time = d.deadline_date and x.end_time = d.deadline_date + ${sql.lit(DAY_MS)}))))`

export const scheduleStore = (db: Db) => {
  const kysely = db.sql

  /** Returns the span that the moved occurrences of a series cover, or null if none was moved. */
  async function movedSpan(seriesId: string): Promise<Span | null> {
    const row = await kysely
      .selectFrom('schedule_exceptions')
      .select(eb => [eb.fn.min('start_time').as('start_time'), eb.fn.max('end_time').as('end_time')])
      .where('series_id', '=', seriesId)
      .where('deleted', '=', false)
      .executeTakeFirst()
    const { start_time, end_time } = row ?? {}
    return start_time == null || end_time == null ? null : { start_time, end_time }
  }

  return {
    insert: (schedule: Schedule): Promise<void> => insertSchedule(db, { ...schedule, ...rangeOf(schedule) }),

    /** Also updates the stored range of a series, because moved occurrences may widen it. */
    async save(schedule: Schedule): Promise<void> {
      const moved = schedule.recurrence_rule === null ? null : await movedSpan(schedule.id)
      await saveSchedule(db, { ...schedule, ...rangeOf(schedule, moved) })
    },

    async touch(ids: readonly string[], now: number): Promise<void> {
      if (ids.length === 0) return
      const where = db.dialect.idIn('schedules.id', ids)
      await kysely.updateTable('schedules').set({ updated_at: now }).where(where).execute()
    },

    /** Deletes schedules and their exceptions. Foreign keys delete their links to tags. */
    async remove(ids: readonly string[]): Promise<void> {
      for (const some of slicesOf(ids)) {
        await deleteInSteps(db, {
          table: 'schedule_exceptions',
          key: ['series_id', 'original_start'],
          where: db.dialect.idIn('series_id', some),
        })
        await kysely.deleteFrom('schedules').where(db.dialect.idIn('schedules.id', some)).execute()
      }
    },

    async find(id: string): Promise<TaggedSchedule | undefined> {
      return toSchedules(await findSchedule(db, id))[0]
    },

    async findMany(ids: readonly string[]): Promise<TaggedSchedule[]> {
      return ids.length === 0 ? [] : toSchedules(await findSchedules(db, db.dialect.idList(ids)))
    },

    async idsLinkedTo(todoIds: readonly string[]): Promise<string[]> {
      if (todoIds.length === 0) return []
      const rows = await kysely
        .selectFrom('schedules')
        .select('id')
        .where(db.dialect.idIn('schedules.source_todo_id', todoIds))
        .execute()
      return rows.map(row => row.id)
    },

    /** Earliest first. */
    async linkedTo(todoId: string): Promise<TaggedSchedule[]> {
      return toSchedules(await findLinked(db, todoId))
    },

    async setTags(ids: readonly string[], tagIds: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await kysely
        .deleteFrom('schedule_tags')
        .where(db.dialect.idIn('schedule_tags.schedule_id', ids))
        .execute()
      await this.addTags(ids, tagIds)
    },

    async addTags(ids: readonly string[], tagIds: readonly string[]): Promise<void> {
      if (tagIds.length > 0) await linkTags(db, db.dialect.idList(ids), db.dialect.idList(tagIds))
      for (const schedule_id of ids) {
        for (const tag_id of new Set(tagIds)) await captureLink(db, { schedule_id, tag_id })
      }
    },
  }
}
