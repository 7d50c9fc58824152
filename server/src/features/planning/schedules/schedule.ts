import { type EntryTexts, perText } from '@daymark/contract/planning/entry-texts'
import type { ScheduleState } from '@daymark/contract/planning/schedule'
import type { Series } from '@daymark/recurrence/occurrence'
import { firstStarts } from '@daymark/recurrence/recurrence'
import { parseRule } from '@daymark/recurrence/rule'
import type { Tag } from '../../tags/tag.ts'

export type { ScheduleState }

export interface Schedule extends EntryTexts {
  id: string
  owner_id: string
  title: string
  /** Epoch milliseconds. All-day schedules store midnight UTC of the date. */
  start_time: number
  /** Exclusive. */
  end_time: number
  all_day: boolean
  timezone: string
  recurrence_rule: string | null
  recurrence_end: number | null
  source_todo_id: string | null
  state: ScheduleState
  /** JSON text; null if there are none. */
  reminders: string | null
  version: number
  created_at: number
  updated_at: number
}

/** Missing fields get a default value. */
export type ScheduleDraft = Partial<Schedule> &
  Pick<Schedule, 'id' | 'owner_id' | 'title' | 'start_time' | 'end_time' | 'created_at'>

export const newSchedule = (draft: ScheduleDraft): Schedule => ({
  ...perText(() => null),
  all_day: false,
  timezone: 'UTC',
  recurrence_rule: null,
  recurrence_end: null,
  source_todo_id: null,
  state: 'PLANNED',
  reminders: null,
  version: 0,
  updated_at: draft.created_at,
  ...draft,
})

export interface TaggedSchedule extends Schedule {
  tags: Tag[]
  /** Null if the schedule is private. */
  visibility_level: string | null
  /** Set only for subscription entries, which are read-only. */
  subscription_id?: string
  is_free?: boolean
}

/** A schedule, a series, or one occurrence of a series, as a viewer sees it. */
export interface ScheduleView extends TaggedSchedule {
  /** The series id of an occurrence; otherwise null. */
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
export function latestStart(series: Schedule & Series): number {
  const end = series.recurrence_end ?? ENDLESS
  const parsed = parseRule(series.recurrence_rule)
  if (!parsed.ok) return end
  const { count, until } = parsed.rule
  if (count !== null) return Math.min(end, firstStarts(series, count).at(-1) ?? end)
  // Adds one day, because UNTIL may be in local time.
  return until === null ? end : Math.min(end, until.last + DAY)
}

/** Returns the first start and the last end. `moved` is the span that moved occurrences cover. */
export function spanOf(schedule: Schedule, moved: Span | null = null): Span {
  const length = schedule.end_time - schedule.start_time
  const end = isSeries(schedule) ? Math.min(latestStart(schedule) + length, ENDLESS) : schedule.end_time
  return {
    start_time: Math.min(schedule.start_time, moved?.start_time ?? schedule.start_time),
    end_time: Math.max(end, moved?.end_time ?? end),
  }
}

/** Schedules are indexed by length class. These are the maximum lengths of the classes; the last class has no limit. */
export const REACHES: readonly number[] = [DAY, 8 * DAY, 64 * DAY, 512 * DAY, 4096 * DAY, 2 * ENDLESS]
/** Series have separate length classes, so that a page of single schedules never reads series. */
export const SERIES_CLASS = 10
/** Single all-day schedules have separate length classes, because their instants depend on the viewer's zone. */
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
