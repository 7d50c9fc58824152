import { addDays, weekStart } from '../../session/region/zone-time.ts'

/** In the format `YYYY-MM`. */
export type Month = string

const WEEK = 7
const YEAR = 12

export const monthOf = (date: string): Month => date.slice(0, 7)

export function addMonths(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + by
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

export const datesOf = (month: Month): { start_date: string; end_date: string } => ({
  start_date: `${month}-01`,
  end_date: `${addMonths(month, 1)}-01`,
})

/** Fills the first and last week with days of the neighboring months. `firstDay` 0 is Sunday. */
export function weeksOf(month: Month, firstDay: number): string[][] {
  const { start_date, end_date } = datesOf(month)
  const weeks: string[][] = []
  for (let first = weekStart(start_date, firstDay); first < end_date; first = addDays(first, WEEK))
    weeks.push(Array.from({ length: WEEK }, (_, day) => addDays(first, day)))
  return weeks
}

interface Press {
  key: string
  shiftKey: boolean
}

/** Returns undefined for keys that do not move focus. Shift makes Page Up and Page Down move by a year. */
export function dateAfterKey(date: string, { key, shiftKey }: Press, firstDay: number): string | undefined {
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
      return sameDay(date, shiftKey ? -YEAR : -1)
    case 'PageDown':
      return sameDay(date, shiftKey ? YEAR : 1)
    default:
      return undefined
  }
}

/** Returns the same day in another month, or that month's last day if the month is too short. */
export function sameDay(date: string, months: number): string {
  const month = addMonths(monthOf(date), months)
  const last = addDays(datesOf(month).end_date, -1)
  const same = `${month}-${date.slice(8)}`
  return same < last ? same : last
}
