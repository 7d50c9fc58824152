import type { TimeReport } from '@daymark/contract/reports/time'

export interface WeekCell {
  actual: number
  planned: number
}

interface WeekRow {
  /** The key of the report row, or `total`. */
  key: string
  /** One cell per day, followed by the sum of the week. */
  cells: WeekCell[]
}

type Buckets = TimeReport['totals']['buckets']

/** Omits rows without any time. The last row is the total, which counts time with two tags once. */
export function weekRows({ rows, totals }: Pick<TimeReport, 'rows' | 'totals'>): WeekRow[] {
  const days = totals.buckets.map(({ start }) => start)
  return [...rows.map(({ key, buckets }) => ({ key, buckets })), { key: 'total', buckets: totals.buckets }]
    .map(({ key, buckets }) => ({ key, cells: cellsOf(buckets, days) }))
    .filter(({ key, cells }) => key === 'total' || cells.some(({ actual, planned }) => actual + planned > 0))
}

/** Adds the days without time, which the report omits, and the sum of the week. */
function cellsOf(buckets: Buckets, days: readonly string[]): WeekCell[] {
  const known = new Map(buckets.map(bucket => [bucket.start, bucket]))
  const cells = days.map(day => ({
    actual: known.get(day)?.actual_seconds ?? 0,
    planned: known.get(day)?.planned_seconds ?? 0,
  }))
  const sum = (name: keyof WeekCell) => cells.reduce((all, cell) => all + cell[name], 0)
  return [...cells, { actual: sum('actual'), planned: sum('planned') }]
}

/** Returns hours with at most one decimal, such as `1.5` or `2`, or `–` if they round to zero. */
export function hoursText(seconds: number): string {
  const tenths = Math.round(seconds / 360)
  return tenths === 0 ? '–' : String(tenths / 10)
}
