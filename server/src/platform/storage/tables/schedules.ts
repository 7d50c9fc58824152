import type { EntryText, EntryTexts } from '@daymark/contract/planning/entry-texts'
import type { Bool, Level, Version } from './column.ts'

interface SchedulesTable extends EntryTexts {
  id: string
  owner_id: string
  title: string
  /** `start_time` and `end_time` are midnights in UTC if the schedule is all-day. */
  start_time: number
  end_time: number
  all_day: Bool
  /** The IANA zone for evaluating the recurrence rule. */
  timezone: string
  recurrence_rule: string | null
  recurrence_end: number | null
  source_todo_id: string | null
  state: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED'
  /** JSON. Null if there are none. */
  reminders: string | null
  /** All occurrences, including moved ones, lie between `range_start` and `range_end`. */
  range_start: number
  range_end: number
  /**
   * Groups schedules by the length of their range, separately for series, all-day schedules and others. A query for
   * schedules that began before a period then only goes back by the longest length in each group.
   */
  range_class: number
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

/** True if the occurrence has its own value for this field, which may be empty. */
export type TextFlags<Flag> = { [Name in EntryText as `${Name}_set`]: Flag }

/**
 * One changed or deleted occurrence. A null column has the value of the series, except a text whose flag `_set` is true:
 * that text is empty.
 */
interface ScheduleExceptionsTable extends EntryTexts, TextFlags<Bool> {
  series_id: string
  original_start: number
  /** Copied from the series, so that the history knows whether the times are dates. */
  all_day: Bool
  deleted: Bool
  title: string | null
  start_time: number | null
  end_time: number | null
  state: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED' | null
  /** JSON. An empty list if the occurrence has no reminders although the series has. */
  reminders: string | null
  /** True if the occurrence has its own tags, possibly none, instead of those of the series. */
  tags_set: Bool
  updated_at: number
}

export interface ScheduleTables {
  schedules: SchedulesTable
  schedule_exceptions: ScheduleExceptionsTable
  schedule_tags: { schedule_id: string; tag_id: string }
  schedule_exception_tags: { series_id: string; original_start: number; tag_id: string }
}
