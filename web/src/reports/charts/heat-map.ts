// Lays out a year with one column per week and one row per weekday.
import type { ActivityPart } from '@daymark/contract/reports/activity'

export const LEVELS = [1, 2, 3, 4] as const

export interface DayCell {
  date: string
  seconds: number
  /** The column, starting at 0. */
  week: number
  /** The row. 0 is the first day of the week. */
  row: number
  /** 0 without time, otherwise 1 to 4. */
  level: number
}

const DAY_MS = 86_400_000

/** In `firstDay`, 0 is Sunday. */
export function dayCells(days: ActivityPart['days'], firstDay: number): DayCell[] {
  const most = usualMost(days)
  const first = days[0] ? rowOf(days[0].date, firstDay) : 0
  return days.map(({ date, seconds }, at) => ({
    ...{ date, seconds, row: rowOf(date, firstDay), week: Math.floor((first + at) / 7) },
    level: Math.min(LEVELS.length, Math.ceil((seconds / most) * LEVELS.length)),
  }))
}

/** One table row per week. Days of other years are undefined. */
export function weeksOf(cells: readonly DayCell[]): (DayCell | undefined)[][] {
  const weeks = Map.groupBy(cells, ({ week }) => week)
  return [...weeks.values()].map(days =>
    Array.from({ length: 7 }, (_, row) => days.find(day => day.row === row)),
  )
}

/** The days where the map has a month label. */
export const monthStarts = (cells: readonly DayCell[]): DayCell[] =>
  cells.filter(({ date }) => date.endsWith('-01'))

/**
 * Returns the daily time at the top of the scale. Ignores the longest 5% of days, because a single one could make all
 * the others look empty.
 */
function usualMost(days: ActivityPart['days']): number {
  const active = days
    .map(({ seconds }) => seconds)
    .filter(seconds => seconds > 0)
    .sort((a, b) => a - b)
  return active[Math.floor((active.length - 1) * 0.95)] ?? 1
}

const rowOf = (date: string, firstDay: number): number =>
  (Math.floor(Date.parse(date) / DAY_MS) + EPOCH_WEEKDAY + 7 - firstDay) % 7

/** January 1, 1970 was a Thursday. */
const EPOCH_WEEKDAY = 4
