// SQL of schedules and their tags. Exceptions of series and reads of a range have files of their own.
import { sql } from 'kysely'
import type { IdList } from '../../../platform/storage/dialect.ts'
import { deleteInSteps, slicesOf } from '../../../platform/storage/in-steps.ts'
import { insertion, statement } from '../../../platform/storage/statement.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { carriedTags, tagReader } from '../../tags/tags-of-store.ts'
import type { Viewer } from '../../visibility/policy.ts'
import { levelOf, readableBy } from '../../visibility/scope.ts'
import { type Range, rangeOf, type Schedule, type Span, type TaggedSchedule } from './schedule.ts'

const FIELDS = [
  'id',
  'owner_id',
  'title',
  'description',
  'start_time',
  'end_time',
  'timezone',
  'recurrence_rule',
  'recurrence_end',
  'source_todo_id',
  'state',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof Schedule)[]
const COLUMNS = FIELDS.map(name => `s.${name}` as const)

const insertSchedule = insertion<Schedule & Range>('schedules', [
  ...FIELDS,
  'range_start',
  'range_end',
  'range_class',
])

const linkTags = statement<[ids: IdList, tagIds: IdList], never>(
  ({ dialect }, ids, tagIds) => sql`
    insert into schedule_tags (schedule_id, tag_id)
    select s.id, g.id from schedules s, tags g
    where ${dialect.idInList('s.id', ids)} and ${dialect.idInList('g.id', tagIds)}`,
)

export const scheduleStore = (db: Db) => {
  const kysely = db.sql

  const tagged = () =>
    kysely
      .selectFrom('schedules as s')
      .select(COLUMNS)
      .select([
        carriedTags(db.dialect, 'schedule_tags', sql`l.schedule_id = s.id`).as('tags'),
        levelOf('s').as('visibility_level'),
      ])

  const toTagged = (rows: (Schedule & { tags: string; visibility_level: string | null })[]) => {
    const readTags = tagReader()
    return rows.map(row => ({ ...row, tags: readTags(row.tags) }))
  }

  /** The span of the occurrences that were moved. */
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

    /** Writes all fields; of a series also the range, which its exceptions may widen. */
    async save(schedule: Schedule): Promise<void> {
      const moved = schedule.recurrence_rule === null ? null : await movedSpan(schedule.id)
      await kysely
        .updateTable('schedules')
        .set({ ...columnsOf(schedule), ...rangeOf(schedule, moved) })
        .where('id', '=', schedule.id)
        .execute()
    },

    /** Exceptions and tags go along. */
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
      return toTagged(await tagged().where('s.id', '=', id).execute())[0]
    },

    async findMany(ids: readonly string[]): Promise<TaggedSchedule[]> {
      return toTagged(await tagged().where(db.dialect.idIn('s.id', ids)).execute())
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

    /** The schedules of these todos that the viewer may see, earliest first. */
    async linkedTo(todoIds: readonly string[], viewer?: Viewer): Promise<TaggedSchedule[]> {
      if (todoIds.length === 0) return []
      const rows = await tagged()
        .where(db.dialect.idIn('s.source_todo_id', todoIds))
        .where(viewer ? readableBy('schedule', viewer, 's') : sql<boolean>`true`)
        .orderBy('s.start_time')
        .orderBy('s.id')
        .execute()
      return toTagged(rows)
    },

    /** Replaces the tags of all these schedules by the same ones. */
    async setTags(ids: readonly string[], tagIds: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await kysely
        .deleteFrom('schedule_tags')
        .where(db.dialect.idIn('schedule_tags.schedule_id', ids))
        .execute()
      await this.addTags(ids, tagIds)
    },

    /** To schedules that do not have them yet. */
    async addTags(ids: readonly string[], tagIds: readonly string[]): Promise<void> {
      if (tagIds.length > 0) await linkTags(db, db.dialect.idList(ids), db.dialect.idList(tagIds))
    },
  }
}

/** What may change, and nothing that a richer object carries besides. */
const columnsOf = (schedule: Schedule) => ({
  title: schedule.title,
  description: schedule.description,
  start_time: schedule.start_time,
  end_time: schedule.end_time,
  timezone: schedule.timezone,
  recurrence_rule: schedule.recurrence_rule,
  recurrence_end: schedule.recurrence_end,
  source_todo_id: schedule.source_todo_id,
  state: schedule.state,
  created_at: schedule.created_at,
  updated_at: schedule.updated_at,
})
