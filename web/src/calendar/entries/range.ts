// Entries are cached by whole months, so that all views and paging share the same data.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { startOfDay } from '../../session/region/zone-time.ts'
import { entrySpan } from './span.ts'

/** A month as `YYYY-MM`. */
export type Month = string

export const monthOf = (date: string): Month => date.slice(0, 7)

export function addMonths(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + by
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Returns the months that overlap the range. The end of the range is exclusive. */
export function monthsBetween(startDate: string, endDate: string): Month[] {
  const months: Month[] = []
  for (let month = monthOf(startDate); `${month}-01` < endDate; month = addMonths(month, 1))
    months.push(month)
  return months
}

export const datesOf = (month: Month): { start_date: string; end_date: string } => ({
  start_date: `${month}-01`,
  end_date: `${addMonths(month, 1)}-01`,
})

export function touchesMonth(entry: Parameters<typeof entrySpan>[0], month: Month, zone: string): boolean {
  const { start_date, end_date } = datesOf(month)
  const from = startOfDay(start_date, zone)
  const to = startOfDay(end_date, zone)
  const { start, end } = entrySpan(entry, zone)
  return start < to && (end > from || (start === end && start === from))
}

/** Merges months. An entry that spans two months is returned once. */
export function merged(months: readonly (readonly Schedule[])[]): Schedule[] {
  return [...new Map(months.flat().map(entry => [entry.id, entry])).values()]
}

/** Updates a month after an entry changed: removes the entry from its old place and adds it where it belongs now. */
export function withEntry(
  list: readonly Schedule[],
  entry: Schedule,
  month: Month,
  zone: string,
): Schedule[] {
  const others = list.filter(each => each.id !== entry.id)
  return touchesMonth(entry, month, zone) ? [...others, entry] : others
}
