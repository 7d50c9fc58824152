import { startAfter } from '@daymark/recurrence/recurrence'
import { WEEKDAYS } from '@daymark/recurrence/rules/rule-shape'
import { DAY_MS } from '@daymark/recurrence/year'
import { dateText, instantOf } from './calendar.ts'
import type { Day, Repeat } from './chip.ts'

/** `timezone` is set for a series with a time of day. */
export function ruleText(repeat: Repeat, timezone?: string): string {
  const { freq, interval, weekdays, place, monthday, month, until, count } = repeat
  const monthdays = [...(monthday ? [monthday] : []), ...(repeat.monthdays ?? [])].sort((a, b) => a - b)
  const days = weekdays?.map(day => `${place ?? ''}${WEEKDAYS[day]}`).join(',')
  return [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(month ? [`BYMONTH=${month}`] : []),
    ...(monthdays.length > 0 ? [`BYMONTHDAY=${monthdays}`] : []),
    ...(days ? [`BYDAY=${days}`] : []),
    ...(count ? [`COUNT=${count}`] : []),
    ...(until === undefined ? [] : [`UNTIL=${untilText(until, timezone)}`]),
  ].join(';')
}

/** The end of a timed series is an instant in UTC, that of an all-day series a date. */
function untilText(day: Day, timezone: string | undefined): string {
  if (timezone === undefined) return dateText(day).replaceAll('-', '')
  const end = new Date(instantOf(day + 1, 0, timezone) - 1000).toISOString()
  return end.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** Returns the first matching day from `from` on; undefined if there is none. */
export function firstDay(repeat: Repeat, from: Day): Day | undefined {
  const { weekdays, monthday, month } = repeat
  if ((weekdays ?? monthday ?? month) === undefined) return from
  // Starts a day earlier, because a series includes its start even if the rule does not match it.
  const start = (from - 1) * DAY_MS
  const found = startAfter(
    {
      start_time: start,
      end_time: start,
      timezone: 'UTC',
      recurrence_rule: ruleText(unbounded({ ...repeat, interval: 1 })),
      recurrence_end: null,
    },
    start,
  )
  return found === null ? undefined : found / DAY_MS
}

const unbounded = ({ until: _until, count: _count, ...repeat }: Repeat): Repeat => repeat
