import type { Schedule } from '@daymark/contract/planning/schedule'
import { addDays, isDate } from '../../session/region/zone-time.ts'

const DAY_MS = 86_400_000

/**
 * A move of one occurrence to new times. All other occurrences of its series, or only the following ones, move by the
 * same amount.
 */
export interface SeriesMove {
  series: string
  /** The occurrence's original start. */
  at: string
  /** True if earlier occurrences keep their times. */
  following: boolean
  start_time: string
  end_time: string
}

/**
 * Applies the move to an entry. Occurrences that were moved individually lose their own times, except those with a time
 * of day if the move changes only the length.
 */
export function withMove(
  entry: Schedule,
  { series, at, following, start_time, end_time }: SeriesMove,
): Schedule {
  if (entry.parent_id !== series || entry.instance_start === null) return entry
  const from = Date.parse(at)
  const original = Date.parse(entry.instance_start)
  if (following && original < from) return entry
  if (entry.all_day && isDate(start_time) && isDate(end_time)) {
    const days = (Date.parse(start_time) - Date.parse(at.slice(0, 10))) / DAY_MS
    const start_date = addDays(entry.instance_start.slice(0, 10), days)
    const length = (Date.parse(end_time) - Date.parse(start_time)) / DAY_MS
    return { ...entry, start_date, end_date: addDays(start_date, length) }
  }
  const start = original + Date.parse(start_time) - from
  if (start === original && Date.parse(entry.start_time) !== original) return entry
  const length = Date.parse(end_time) - Date.parse(start_time)
  return {
    ...entry,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + length).toISOString(),
  }
}
