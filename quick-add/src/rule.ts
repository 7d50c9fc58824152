import { startAfter } from '@daymark/recurrence/recurrence'
import { WEEKDAYS } from '@daymark/recurrence/rules/rule-shape'
import { DAY_MS } from '@daymark/recurrence/year'
import type { Day, Repeat } from './chip.ts'

export function ruleText(repeat: Repeat): string {
  const { freq, interval, weekdays, place, monthday, month } = repeat
  const days = weekdays?.map(day => `${place ?? ''}${WEEKDAYS[day]}`).join(',')
  return [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(month ? [`BYMONTH=${month}`] : []),
    ...(monthday ? [`BYMONTHDAY=${monthday}`] : []),
    ...(days ? [`BYDAY=${days}`] : []),
  ].join(';')
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
      recurrence_rule: ruleText({ ...repeat, interval: 1 }),
      recurrence_end: null,
    },
    start,
  )
  return found === null ? undefined : found / DAY_MS
}
