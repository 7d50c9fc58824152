import type { Schedule } from '@daymark/contract/planning/schedule'
import { expand } from '@daymark/recurrence/recurrence'

/** Enough for a daily series over a year. */
const MOST = 400
const DAY_MS = 86_400_000

const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)

/** Expands a series that the server has not created yet. `from` and `to` are epoch milliseconds. */
export const expandIn =
  (from: number, to: number) =>
  (series: Schedule): Schedule[] => {
    const { recurrence_rule, recurrence_end, timezone, all_day } = series
    if (recurrence_rule === null) return [series]
    const parts = {
      // `Date.parse` reads a date as midnight UTC.
      start_time: Date.parse(series.start_date ?? series.start_time),
      end_time: Date.parse(series.end_date ?? series.end_time),
      all_day,
      timezone,
      recurrence_rule: recurrence_rule.replace(/^RRULE:/i, ''),
      recurrence_end: recurrence_end === null ? null : Date.parse(recurrence_end),
    }
    try {
      const { occurrences } = expand(parts, all_day ? { from: from - DAY_MS, to: to + DAY_MS } : { from, to })
      return occurrences.slice(0, MOST).map(({ instance_start, start_time, end_time }) => ({
        ...series,
        id: `${series.id} ${instance_start}`,
        parent_id: series.id,
        instance_start: new Date(instance_start).toISOString(),
        start_time: new Date(start_time).toISOString(),
        end_time: new Date(end_time).toISOString(),
        ...(all_day && { start_date: dateOf(start_time), end_date: dateOf(end_time) }),
        recurrence_rule: null,
        recurrence_end: null,
      }))
    } catch {
      // The client cannot expand this rule, so it shows only the first entry until the server responds.
      return [series]
    }
  }
