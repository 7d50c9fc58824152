import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
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

/** The texts that only an entry has. */
const ownTexts = ENTRY_TEXT_NAMES.filter(name => name !== 'description').map(
  name => sql`and coalesce(${sql.ref(`x.${name}`)}, '') = ''`,
)

/**
 * True for an entry (alias `x`) that Daymark created for the deadline of a todo, and that says nothing more than the
 * todo: exports, feeds and calendar apps that have the todo do not need it. Its description is a copy from when it was
 * created, which later changes of the todo's description leave alone.
 */
export const isOfDeadline = sql<boolean>`(x.source_todo_id is not null and x.recurrence_rule is null
  and x.state = 'PLANNED' and x.reminders is null ${sql.join(ownTexts, sql` `)}
  and exists (select 1 from todos d where d.id = x.source_todo_id and x.title = d.title
    and (coalesce(x.description, '') = '' or d.description is not null)
    and ((not x.all_day and x.start_time = d.deadline and x.end_time = d.deadline + ${sql.lit(TIMED_ENTRY_MS)})
      or (x.all_day and x.start_time = d.deadline_date and x.end_time = d.deadline_date + ${sql.lit(DAY_MS)}))
    and not exists (select 1 from schedule_tags s where s.schedule_id = x.id
      and not exists (select 1 from todo_tags t where t.todo_id = d.id and t.tag_id = s.tag_id))
    and not exists (select 1 from todo_tags t where t.todo_id = d.id
      and not exists (select 1 from schedule_tags s where s.schedule_id = x.id and s.tag_id = t.tag_id))))`

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

    /** The ids of those that `isOfDeadline`. */
    async ofDeadlines(ids: readonly string[]): Promise<Set<string>> {
      const { rows } = await sql<{ id: string }>`
        select x.id from schedules x where ${db.dialect.idIn('x.id', ids)} and ${isOfDeadline}`.execute(
        kysely,
      )
      return new Set(rows.map(row => row.id))
    },

    async idsLinkedTo(todoIds: readonly string[], most?: number): Promise<string[]> {
      if (todoIds.length === 0) return []
      const rows = await kysely
        .selectFrom('schedules')
        .select('id')
        .where(db.dialect.idIn('schedules.source_todo_id', todoIds))
        .$if(most !== undefined, query => query.limit(most ?? 0))
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
