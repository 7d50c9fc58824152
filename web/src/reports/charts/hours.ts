import type { TimePart } from '@daymark/contract/reports/time'
import { weekdayOf } from '../../session/region/zone-time.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export interface HourCell {
  /** 0 is Monday. */
  weekday: number
  hour: number
  seconds: number
}

/** `rows` are hours of the day with one bucket per day. Returns 24 cells per weekday. */
export function hourCells({ rows }: Pick<TimePart, 'rows'>): HourCell[] {
  const sums = new Map<string, number>()
  for (const { key, buckets } of rows) {
    for (const { start, actual_seconds } of buckets) {
      // `start` begins with the local date.
      const cell = `${weekdayOf(start.slice(0, 10))} ${key}`
      sums.set(cell, (sums.get(cell) ?? 0) + actual_seconds)
    }
  }
  return Array.from({ length: 7 }, (_, weekday) =>
    HOURS.map(hour => ({ weekday, hour, seconds: sums.get(`${weekday} ${hour}`) ?? 0 })),
  ).flat()
}

/** Lists the weekdays starting with `firstDay`. In the result, 0 is Monday; in `firstDay`, 0 is Sunday. */
export const weekdaysFrom = (firstDay: number): number[] =>
  Array.from({ length: 7 }, (_, at) => (firstDay + 6 + at) % 7)

/** Covers all hours with time, and at least 8:00 to 18:00. */
export function shownHours(cells: readonly HourCell[]): number[] {
  const used = cells.filter(({ seconds }) => seconds > 0).map(({ hour }) => hour)
  const [first, last] = [Math.min(8, ...used), Math.max(17, ...used)]
  return HOURS.slice(first, last + 1)
}
