// Tables of schedules, their exceptions and tags.
import type { Bool } from './column.ts'

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
  /** When the last occurrence ends; for an endless series a number beyond all times. Bounds range reads. */
  last_end: number
  source_todo_id: string | null
  state: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED'
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
  /** JSON array of tag ids, or null. */
  tag_ids: string | null
  updated_at: number
}

export interface ScheduleTables {
  schedules: SchedulesTable
  schedule_exceptions: ScheduleExceptionsTable
  schedule_tags: { schedule_id: string; tag_id: string }
}
