// The days of the small month, and how keys move through them. Pure.
import { addDays } from '../../session/region/zone-time.ts'
import { weekStart } from '../../tags/week.ts'
import { addMonths, datesOf, type Month, monthOf } from '../entries/range.ts'

const WEEK = 7

/** The weeks of a month, with the days of its neighbors that complete them. `firstDay` 0 is Sunday. */
export function weeksOf(month: Month, firstDay: number): string[][] {
  const { start_date, end_date } = datesOf(month)
  const weeks: string[][] = []
  for (let first = weekStart(start_date, firstDay); first < end_date; first = addDays(first, WEEK))
    weeks.push(Array.from({ length: WEEK }, (_, day) => addDays(first, day)))
  return weeks
}

/** The date to which a key moves the focus; undefined for other keys. */
export function dateAfterKey(date: string, key: string, firstDay: number): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -WEEK)
    case 'ArrowDown':
      return addDays(date, WEEK)
    case 'Home':
      return weekStart(date, firstDay)
    case 'End':
      return addDays(weekStart(date, firstDay), WEEK - 1)
    case 'PageUp':
      return sameDay(date, -1)
    case 'PageDown':
      return sameDay(date, 1)
    default:
      return undefined
  }
}

/** The same day of another month, or its last day if it is shorter. */
function sameDay(date: string, months: number): string {
  const month = addMonths(monthOf(date), months)
  const last = addDays(datesOf(month).end_date, -1)
  const same = `${month}-${date.slice(8)}`
  return same < last ? same : last
}
