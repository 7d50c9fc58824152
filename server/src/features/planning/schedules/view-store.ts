// SQL of schedules for display: their columns, tags and level, part of every statement that shows some.
import { type RawBuilder, sql } from 'kysely'
import { columns } from '../../../platform/storage/columns.ts'
import type { Dialect } from '../../../platform/storage/dialect.ts'
import { type TagReader, tagIdsOf, tagReader, tagsOf } from '../../tags/tags-of-store.ts'
import { levelOf } from '../../visibility/scope.ts'
import type { Schedule, TaggedSchedule } from './schedule.ts'

export const scheduleColumns = columns<Schedule>({
  id: 'fixed',
  owner_id: 'fixed',
  title: 'saved',
  description: 'saved',
  start_time: 'saved',
  end_time: 'saved',
  timezone: 'saved',
  recurrence_rule: 'saved',
  recurrence_end: 'saved',
  source_todo_id: 'saved',
  state: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

/** The columns of `scheduleView`. */
export interface ScheduleRow extends Schedule {
  /** JSON. */
  tags: string
  visibility_level: string | null
}

/** A select list of schedules with the alias `s`. */
export const scheduleView = (dialect: Dialect): RawBuilder<unknown> => sql`
  ${scheduleColumns.of('s')}, ${tagsOf(dialect, 'schedule_tags', sql`l.schedule_id = s.id`)} as tags,
  ${levelOf('s')} as visibility_level`

/** Parses the tags of all rows of one answer with one reader. */
export const toSchedule = <R extends ScheduleRow>(row: R, readTags: TagReader) => ({
  ...row,
  tags: readTags(row.tags),
})

export function toSchedules(rows: readonly ScheduleRow[]): TaggedSchedule[] {
  const readTags = tagReader()
  return rows.map(row => toSchedule(row, readTags))
}

/** A schedule inside a todo, with its tags by id. */
export interface EmbeddedSchedule extends Schedule {
  visibility_level: string | null
  /** Comma-separated. */
  tag_ids: string | null
}

type Cell = string | number | null

/** A JSON array for `toEmbedded`, without what follows from the todo: the columns in order, level and tags. */
export const embeddedSchedule = (dialect: Dialect): RawBuilder<unknown> =>
  dialect.jsonTuple([
    ...scheduleColumns.each('s', ['owner_id', 'source_todo_id']),
    levelOf('s'),
    tagIdsOf(dialect, 'schedule_tags', sql`l.schedule_id = s.id`),
  ])

/** The schedules of a todo from a JSON text of such arrays, earliest first. */
export function readEmbedded(todo: { id: string; owner_id: string; schedules: string }): EmbeddedSchedule[] {
  if (todo.schedules === '[]') return []
  const found = (JSON.parse(todo.schedules) as Cell[][]).map(cells =>
    toEmbedded(cells, todo.owner_id, todo.id),
  )
  // Sorted here: most todos have one schedule, and the database would sort for each todo.
  return found.length > 1
    ? found.sort((a, b) => a.start_time - b.start_time || (a.id < b.id ? -1 : 1))
    : found
}

/** Written out, because a loop over the names takes ten times as long: a list has one of these per todo. */
function toEmbedded(cells: readonly Cell[], owner_id: string, source_todo_id: string): EmbeddedSchedule {
  const [
    id,
    title,
    description,
    start_time,
    end_time,
    timezone,
    recurrence_rule,
    recurrence_end,
    state,
    version,
    created_at,
    updated_at,
    visibility_level,
    tag_ids,
  ] = cells
  const schedule = {
    id,
    owner_id,
    title,
    description,
    start_time,
    end_time,
    timezone,
    recurrence_rule,
    recurrence_end,
    source_todo_id,
    state,
    version,
    created_at,
    updated_at,
    visibility_level,
    tag_ids,
  } satisfies Record<keyof EmbeddedSchedule, Cell | undefined>
  return schedule as EmbeddedSchedule
}
