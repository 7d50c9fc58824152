// Types of schedules, and the rules about one schedule that need no database.
import type { ScheduleState } from '@daymark/contract/planning/schedule'
import type { Series } from '@daymark/recurrence/occurrence'
import { firstStarts } from '@daymark/recurrence/recurrence'
import { parseRule } from '@daymark/recurrence/rule'
import type { Tag } from '../../tags/tag.ts'

export type { ScheduleState }

export interface Schedule {
  id: string
  owner_id: string
  title: string
  description: string | null
  /** All-day schedules store UTC midnights, which represent dates. The end is exclusive. */
  start_time: number
  end_time: number
  all_day: boolean
  timezone: string
  recurrence_rule: string | null
  recurrence_end: number | null
  source_todo_id: string | null
  state: ScheduleState
  version: number
  created_at: number
  updated_at: number
}

/** The fields that a new schedule must have; all others have a default. */
export type ScheduleDraft = Partial<Schedule> &
  Pick<Schedule, 'id' | 'owner_id' | 'title' | 'start_time' | 'end_time' | 'created_at'>

export const newSchedule = (draft: ScheduleDraft): Schedule => ({
  description: null,
  all_day: false,
  timezone: 'UTC',
  recurrence_rule: null,
  recurrence_end: null,
  source_todo_id: null,
  state: 'PLANNED',
  version: 0,
  updated_at: draft.created_at,
  ...draft,
})

export interface TaggedSchedule extends Schedule {
  tags: Tag[]
  /** Null for a private schedule. */
  visibility_level: string | null
}

/** A schedule, a series, or one occurrence of a series, as it is shown. */
export interface ScheduleView extends TaggedSchedule {
  /** The id of the series, for an occurrence. */
  parent_id: string | null
  instance_start: number | null
}

export interface Span {
  start_time: number
  end_time: number
}

export const isSeries = <S extends Schedule>(schedule: S): schedule is S & Series =>
  schedule.recurrence_rule !== null

export const whole = (schedule: TaggedSchedule): ScheduleView => ({
  ...schedule,
  parent_id: null,
  instance_start: null,
})

/** Later than any instant that a client can send. */
const ENDLESS = Date.UTC(2300, 0, 1)
const DAY = 86_400_000

/** Returns an upper bound for the start of the last occurrence. */
function latestStart(series: Schedule & Series): number {
  const end = series.recurrence_end ?? ENDLESS
  const parsed = parseRule(series.recurrence_rule)
  if (!parsed.ok) return end
  const { count, until } = parsed.rule
  if (count !== null) return Math.min(end, firstStarts(series, count).at(-1) ?? end)
  // Adds one day, because UNTIL may be local time.
  return until === null ? end : Math.min(end, until.last + DAY)
}

/** The time from the first start to the last end. `moved` is the span of occurrences that were moved. */
export function spanOf(schedule: Schedule, moved: Span | null = null): Span {
  const length = schedule.end_time - schedule.start_time
  const end = isSeries(schedule) ? Math.min(latestStart(schedule) + length, ENDLESS) : schedule.end_time
  return {
    start_time: Math.min(schedule.start_time, moved?.start_time ?? schedule.start_time),
    end_time: Math.max(end, moved?.end_time ?? end),
  }
}

/** The longest span in each length class; the last class contains everything longer. */
export const REACHES: readonly number[] = [DAY, 8 * DAY, 64 * DAY, 512 * DAY, 4096 * DAY, 2 * ENDLESS]
/** Series have separate classes, so that a page of single schedules never reads series. */
export const SERIES_CLASS = 10
/** Single all-day schedules also have separate classes, because their instants depend on the reader's zone. */
export const ALL_DAY_CLASS = 20

export interface Range {
  range_start: number
  range_end: number
  range_class: number
}

export function rangeOf(schedule: Schedule, moved: Span | null = null): Range {
  const { start_time, end_time } = spanOf(schedule, moved)
  const length = REACHES.findIndex(reach => end_time - start_time <= reach)
  return {
    range_start: start_time,
    range_end: end_time,
    range_class: length + (isSeries(schedule) ? SERIES_CLASS : schedule.all_day ? ALL_DAY_CLASS : 0),
  }
}
