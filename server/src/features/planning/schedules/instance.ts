// One occurrence as it finally is: the fields of its series, overridden by its exception.
import type { Tag } from '../../tags/tag.ts'
import type { Exception, Instance } from './exception.ts'
import { occurrenceId } from './occurrence-id.ts'
import type { ScheduleState, ScheduleView, TaggedSchedule } from './schedule.ts'

/** A changed or deleted occurrence; null means "as in the series". */
export interface StoredException extends Exception {
  title: string | null
  /** Tells an emptied description from one that follows the series. */
  description_set: boolean
  description: string | null
  state: ScheduleState | null
  tags: Tag[] | null
  updated_at: number
}

/** What is written: of the tags only the ids count. */
export type ExceptionRecord = Omit<StoredException, 'tags'> & { tags: readonly { id: string }[] | null }

export const unchanged = (instanceStart: number): ExceptionRecord => ({
  instance_start: instanceStart,
  deleted: false,
  title: null,
  description_set: false,
  description: null,
  start_time: null,
  end_time: null,
  state: null,
  tags: null,
  updated_at: 0,
})

/** Whether the occurrence is as the series makes it, so that nothing needs to be kept. */
export const isUnchanged = (exception: ExceptionRecord): boolean =>
  !exception.deleted &&
  !exception.description_set &&
  exception.title === null &&
  exception.start_time === null &&
  exception.state === null &&
  exception.tags === null

export function instanceView(series: TaggedSchedule, instance: Instance<StoredException>): ScheduleView {
  const { exception, instance_start, start_time, end_time } = instance
  return {
    id: occurrenceId(series.id, instance_start),
    owner_id: series.owner_id,
    title: exception?.title ?? series.title,
    description: exception?.description_set ? exception.description : series.description,
    start_time,
    end_time,
    timezone: series.timezone,
    recurrence_rule: null,
    recurrence_end: null,
    source_todo_id: series.source_todo_id,
    state: exception?.state ?? series.state,
    version: series.version,
    created_at: series.created_at,
    updated_at: Math.max(series.updated_at, exception?.updated_at ?? 0),
    tags: exception?.tags ?? series.tags,
    visibility_level: series.visibility_level,
    parent_id: series.id,
    instance_start,
  }
}
