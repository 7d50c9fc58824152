// Entries are cached per month, so that all views and paging share the same data.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { addMonths, datesOf, type Month, monthOf } from '../../design/dates/month.ts'
import { startOfDay } from '../../session/region/zone-time.ts'
import { entrySpan } from './span.ts'

/** `endDate` is exclusive. */
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

/** Joins the lists of several months. An entry that spans two months appears once. */
export function merged(months: readonly (readonly Schedule[])[]): Schedule[] {
  return [...new Map(months.flat().map(entry => [entry.id, entry])).values()]
}

/** Returns the month's entries after a change that may have moved `entry` into or out of the month. */
export function withEntry(
  list: readonly Schedule[],
  entry: Schedule,
  month: Month,
  zone: string,
): Schedule[] {
  const others = list.filter(each => each.id !== entry.id)
  return touchesMonth(entry, month, zone) ? [...others, entry] : others
}
