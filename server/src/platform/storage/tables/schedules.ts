// Tables of schedules, their exceptions and tags.
import type { Bool, Level, Version } from './column.ts'

interface SchedulesTable {
  id: string
  owner_id: string
  title: string
  description: string | null
  start_time: number
  end_time: number
  /** IANA: the zone in which the rule repeats. */
  timezone: string
  recurrence_rule: string | null
  recurrence_end: number | null
  source_todo_id: string | null
  state: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED'
  /** From the first start to the last end of everything that the row stands for, moved occurrences included. */
  range_start: number
  range_end: number
  /** Class of the range's length, apart for series; range reads look into each class only as far as it reaches. */
  range_class: number
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

/** One changed or deleted occurrence; null means "as in the series". */
interface ScheduleExceptionsTable {
  series_id: string
  original_start: number
  deleted: Bool
  title: string | null
  /** Tells an emptied description from one that follows the series. */
  description_set: Bool
  description: string | null
  start_time: number | null
  end_time: number | null
  state: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED' | null
  /** Tells "no tags" from "the tags of the series". */
  tags_set: Bool
  updated_at: number
}

export interface ScheduleTables {
  schedules: SchedulesTable
  schedule_exceptions: ScheduleExceptionsTable
  schedule_tags: { schedule_id: string; tag_id: string }
  schedule_exception_tags: { series_id: string; original_start: number; tag_id: string }
}
