import type { BucketUnit } from '@daymark/contract/reports/time'
import { addDays, weekStart } from '../../session/region/zone-time.ts'

export const KINDS = ['day', 'week', 'month', 'quarter', 'year', 'custom'] as const
export type Kind = (typeof KINDS)[number]

export interface Period {
  kind: Kind
  /** The first day, as YYYY-MM-DD. */
  start: string
  /** The last day, inclusive, as YYYY-MM-DD. */
  end: string
}

const DAY_MS = 86_400_000
const MONTHS: Partial<Record<Kind, number>> = { month: 1, quarter: 3, year: 12 }

/** Returns the period of this kind that contains the date. In `firstDay`, 0 is Sunday. */
export function periodOf(kind: Kind, date: string, firstDay: number): Period {
  const months = MONTHS[kind]
  if (months !== undefined) {
    const month = monthOf(date)
    const start = dateOfMonth(month - (month % months))
    return { kind, start, end: addDays(addMonths(start, months), -1) }
  }
  if (kind !== 'week') return { kind, start: date, end: date }
  const start = weekStart(date, firstDay)
  return { kind, start, end: addDays(start, 6) }
}

/** Returns the next (1) or previous (-1) period. The server uses the same previous period for comparisons. */
export function shifted({ kind, start, end }: Period, step: 1 | -1): Period {
  const next = addDays(end, 1)
  if (start.endsWith('-01') && next.endsWith('-01')) {
    const months = (monthOf(next) - monthOf(start)) * step
    return { kind, start: addMonths(start, months), end: addDays(addMonths(next, months), -1) }
  }
  const days = daysIn({ start, end }) * step
  return { kind, start: addDays(start, days), end: addDays(end, days) }
}

export const daysIn = ({ start, end }: Pick<Period, 'start' | 'end'>): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1

export const contains = ({ start, end }: Period, date: string): boolean => start <= date && date <= end

const MOST_DAY_BARS = 45
const MOST_WEEK_BARS = 200

/** Chooses buckets so that a chart has between 3 and about 60 bars. */
export function bucketOf(period: Period): BucketUnit {
  const days = daysIn(period)
  if (days <= 2) return 'hour'
  if (days <= MOST_DAY_BARS) return 'day'
  return days <= MOST_WEEK_BARS ? 'week' : 'month'
}

/** The range of dates that the page offers. The API accepts all of them. */
export const FIRST_DATE = '1900-01-01'
export const LAST_DATE = '2199-12-31'

/** A report covers at most five years. */
export const lastEnd = (start: string): string => addDays(addMonths(start, 60), -1)

/** Months since year 0. */
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

const dateOfMonth = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`

/** Returns the same day in another month, or that month's last day if it is shorter. */
function addMonths(date: string, months: number): string {
  const first = dateOfMonth(monthOf(date) + months)
  const last = addDays(dateOfMonth(monthOf(date) + months + 1), -1)
  const same = `${first.slice(0, 8)}${date.slice(8)}`
  return same < last ? same : last
}
