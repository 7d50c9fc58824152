// Entries are cached by whole months, so that all views and paging share the same data.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { addMonths, datesOf, type Month, monthOf } from '../../design/dates/month.ts'
import { startOfDay } from '../../session/region/zone-time.ts'
import { entrySpan } from './span.ts'

/** Returns the months that overlap the range. The end of the range is exclusive. */
export function monthsBetween(startDate: string, endDate: string): Month[] {
  const months: Month[] = []
  for (let month = monthOf(startDate); `${month}-01` < endDate; month = addMonths(month, 1))
    months.push(month)
  return months
}

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
