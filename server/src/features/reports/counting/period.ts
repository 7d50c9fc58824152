import { MAX_YEARS } from '@daymark/contract/reports/period'
import type { Window } from '@daymark/recurrence/occurrence'
import { invalid } from '../../../platform/kernel/errors.ts'
import { resolveBound, startOfDay, type Zone } from '../../../platform/kernel/time/zone.ts'

/** The start and end as the client sent them: dates or datetimes. */
export interface AskedPeriod {
  start_date: string
  end_date: string
}

/** Returns a half-open period. If the end is a date, the period includes that whole day. */
export function periodOf({ start_date, end_date }: AskedPeriod, zone: Zone): Window {
  const from = resolveBound(start_date, zone, 'start_date')
  const to = isDate(end_date)
    ? startOfDay(dayAfter(end_date), zone)
    : resolveBound(end_date, zone, 'end_date')
  if (to <= from) throw invalid('end_date', 'must be after start_date')
  const local = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone.name)
  if (to > local.add({ years: MAX_YEARS }).epochMilliseconds) {
    throw invalid('end_date', `must not be more than ${MAX_YEARS} years after start_date`)
  }
  return { from, to }
}

/**
 * Returns the previous period. It has the same number of months if the period consists of whole months, the same number
 * of days for other dates, and the same length for datetimes.
 */
export function periodBefore(asked: AskedPeriod, zone: Zone): Window {
  const { from, to } = periodOf(asked, zone)
  if (!isDate(asked.start_date) || !isDate(asked.end_date)) return { from: from - (to - from), to: from }
  const first = Temporal.PlainDate.from(asked.start_date)
  const next = Temporal.PlainDate.from(asked.end_date).add({ days: 1 })
  const length =
    first.day === 1 && next.day === 1
      ? first.until(next, { largestUnit: 'months' })
      : first.until(next, { largestUnit: 'days' })
  return { from: startOfDay(first.subtract(length).toString(), zone), to: from }
}

export const yearPeriod = (year: number, zone: Zone): Window => ({
  from: startOfDay(`${year}-01-01`, zone),
  to: startOfDay(`${year + 1}-01-01`, zone),
})

const isDate = (text: string): boolean => text.length === 10

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
