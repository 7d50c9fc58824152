import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'
import type { Tag } from '../../../tags/tag.ts'
import type { ScheduleState, ScheduleView, TaggedSchedule } from '../schedule.ts'
import type { Exception, Instance } from './exception.ts'
import { occurrenceId } from './occurrence-id.ts'
import { type ExceptionTexts, ownText, ownTexts, shownTexts } from './own-texts.ts'

/** Null fields inherit the value of the series. For texts, the flags of `ExceptionTexts` decide instead. */
export interface StoredException extends Exception, ExceptionTexts {
  all_day: boolean
  title: string | null
  state: ScheduleState | null
  /** JSON text, possibly of an empty list. Null inherits the reminders of the series. */
  reminders: string | null
  tags: Tag[] | null
  updated_at: number
}

/** An exception as it is stored, with tag ids instead of tags. */
export type ExceptionRecord = Omit<StoredException, 'tags'> & { tags: readonly { id: string }[] | null }

export const unchanged = (instanceStart: number, all_day: boolean): ExceptionRecord => ({
  instance_start: instanceStart,
  all_day,
  deleted: false,
  title: null,
  ...ownTexts(() => undefined),
  start_time: null,
  end_time: null,
  state: null,
  reminders: null,
  tags: null,
  updated_at: 0,
})

/** True if the exception overrides nothing and need not be stored. */
export const isUnchanged = (exception: ExceptionRecord): boolean =>
  !exception.deleted &&
  ENTRY_TEXT_NAMES.every(name => ownText(exception, name) === undefined) &&
  exception.title === null &&
  exception.start_time === null &&
  exception.state === null &&
  exception.reminders === null &&
  exception.tags === null

export function instanceView(series: TaggedSchedule, instance: Instance<StoredException>): ScheduleView {
  const { exception, instance_start, start_time, end_time } = instance
  const occurrence = {
    ...series,
    id: occurrenceId(series.id, instance_start),
    start_time,
    end_time,
    recurrence_rule: null,
    recurrence_end: null,
    parent_id: series.id,
    instance_start,
  }
  if (!exception) return occurrence
  return {
    ...occurrence,
    title: exception.title ?? series.title,
    ...shownTexts(exception, series),
    state: exception.state ?? series.state,
    reminders: exception.reminders ?? series.reminders,
    tags: exception.tags ?? series.tags,
    updated_at: Math.max(series.updated_at, exception.updated_at),
  }
}
