// The rows of the week table: measured and planned seconds of each day, and their sum. Pure.
import type { TimeReport } from '@daymark/contract/reports/time'

export interface WeekCell {
  actual: number
  planned: number
}

interface WeekRow {
  /** The key of the report's row, or `total`. */
  key: string
  /** One cell for each day, and the sum of the week. */
  cells: WeekCell[]
}

type Buckets = TimeReport['totals']['buckets']

/** Rows without any time are left out. The last row is the total, in which time with two tags counts once. */
export function weekRows({ rows, totals }: Pick<TimeReport, 'rows' | 'totals'>): WeekRow[] {
  const days = totals.buckets.map(({ start }) => start)
  return [...rows.map(({ key, buckets }) => ({ key, buckets })), { key: 'total', buckets: totals.buckets }]
    .map(({ key, buckets }) => ({ key, cells: cellsOf(buckets, days) }))
    .filter(({ key, cells }) => key === 'total' || cells.some(({ actual, planned }) => actual + planned > 0))
}

/** Fills in the days without time, which a row leaves out. */
function cellsOf(buckets: Buckets, days: readonly string[]): WeekCell[] {
  const known = new Map(buckets.map(bucket => [bucket.start, bucket]))
  const cells = days.map(day => ({
    actual: known.get(day)?.actual_seconds ?? 0,
    planned: known.get(day)?.planned_seconds ?? 0,
  }))
  const sum = (name: keyof WeekCell) => cells.reduce((all, cell) => all + cell[name], 0)
  return [...cells, { actual: sum('actual'), planned: sum('planned') }]
}

/** Hours with at most one decimal: `1.5`, `2`, or `–` for none. */
export function hoursText(seconds: number): string {
  const tenths = Math.round(seconds / 360)
  return tenths === 0 ? '–' : String(tenths / 10)
}
