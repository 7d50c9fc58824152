// Tables of schedules, their exceptions and tags.
import type { Bool, Level, Version } from './column.ts'

interface SchedulesTable {
  id: string
  owner_id: string
  title: string
  description: string | null
  start_time: number
  end_time: number
  /** IANA zone in which the rule repeats. */
  timezone: string
  recurrence_rule: string | null
  recurrence_end: number | null
  source_todo_id: string | null
  state: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED'
  /** From the first start to the last end of all occurrences, moved ones included. */
  range_start: number
  range_end: number
  /**
   * Class of the range's length, separate for series; range reads search each class only as far back as it reaches.
   */
  range_class: number
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

/** One changed or deleted occurrence; null means "same as the series". */
interface ScheduleExceptionsTable {
  series_id: string
  original_start: number
  deleted: Bool
  title: string | null
  /** Distinguishes an emptied description from one that follows the series. */
  description_set: Bool
  description: string | null
  start_time: number | null
  end_time: number | null
  state: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED' | null
  /** Distinguishes "no tags" from "the tags of the series". */
  tags_set: Bool
  updated_at: number
}

export interface ScheduleTables {
  schedules: SchedulesTable
  schedule_exceptions: ScheduleExceptionsTable
  schedule_tags: { schedule_id: string; tag_id: string }
  schedule_exception_tags: { series_id: string; original_start: number; tag_id: string }
}
