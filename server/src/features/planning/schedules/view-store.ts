import { ENTRY_TEXT_NAMES, perText } from '@daymark/contract/planning/entry-texts'
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
  ...perText(() => 'saved' as const),
  start_time: 'saved',
  end_time: 'saved',
  all_day: 'saved',
  timezone: 'saved',
  recurrence_rule: 'saved',
  recurrence_end: 'saved',
  source_todo_id: 'saved',
  state: 'saved',
  reminders: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

export interface ScheduleRow extends Schedule {
  /** A JSON array of tags. */
  tags: string
  visibility_level: string | null
}

/** Select list for the table alias `s`. */
export const scheduleView = (dialect: Dialect): RawBuilder<unknown> => sql`
  ${scheduleColumns.of('s')}, ${tagsOf(dialect, 'schedule_tags', sql`l.schedule_id = s.id`)} as tags,
  ${levelOf('s')} as visibility_level`

/** Converts a row. Pass the same `readTags` for all rows of a response, because it caches parsed tags. */
export const toSchedule = <R extends ScheduleRow>(row: R, readTags: TagReader) => ({
  ...row,
  all_day: Boolean(row.all_day),
  tags: readTags(row.tags),
})

export function toSchedules(rows: readonly ScheduleRow[]): TaggedSchedule[] {
  const readTags = tagReader()
  return rows.map(row => toSchedule(row, readTags))
}

/** A schedule inside a todo, with tag ids instead of tags. */
export interface EmbeddedSchedule extends Schedule {
  visibility_level: string | null
  /** Comma-separated tag ids. */
  tag_ids: string | null
}

type Cell = string | number | boolean | null

/** Omits texts, and columns that the todo determines. */
const embeddedColumns = scheduleColumns.each('s', ['owner_id', 'source_todo_id', ...ENTRY_TEXT_NAMES])

/** Selects a JSON array for `toEmbedded`: columns in order, level, tags and texts. */
export const embeddedSchedule = (dialect: Dialect): RawBuilder<unknown> =>
  dialect.jsonTuple([
    ...embeddedColumns,
    levelOf('s'),
    tagIdsOf(dialect, 'schedule_tags', sql`l.schedule_id = s.id`),
    ...ENTRY_TEXT_NAMES.map(name => sql.ref(`s.${name}`)),
  ])

/** Earliest first. */
export function readEmbedded(todo: { id: string; owner_id: string; schedules: string }): EmbeddedSchedule[] {
  if (todo.schedules === '[]') return []
  const found = (JSON.parse(todo.schedules) as Cell[][]).map(cells =>
    toEmbedded(cells, todo.owner_id, todo.id),
  )
  // Sorts here, because most todos have only one schedule and the database would run a sort for every todo.
  return found.length > 1
    ? found.sort((a, b) => a.start_time - b.start_time || (a.id < b.id ? -1 : 1))
    : found
}

/** The positions of the texts in the array, after the columns, the level and the tags. */
const textAt = perText(name => embeddedColumns.length + 2 + ENTRY_TEXT_NAMES.indexOf(name))

/**
 * Lists every field, because a loop over the names takes ten times as long and a list calls this function once
 * per schedule.
 */
function toEmbedded(cells: readonly Cell[], owner_id: string, source_todo_id: string): EmbeddedSchedule {
  const [
    id,
    title,
    start_time,
    end_time,
    all_day,
    timezone,
    recurrence_rule,
    recurrence_end,
    state,
    reminders,
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
    ...perText(name => cells[textAt[name]]),
    start_time,
    end_time,
    all_day: Boolean(all_day),
    timezone,
    recurrence_rule,
    recurrence_end,
    source_todo_id,
    state,
    reminders,
    version,
    created_at,
    updated_at,
    visibility_level,
    tag_ids,
  } satisfies Record<keyof EmbeddedSchedule, Cell | undefined>
  return schedule as EmbeddedSchedule
}
