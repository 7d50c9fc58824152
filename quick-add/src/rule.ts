// Repetitions as RRULE texts, and the first day of a repetition.
import { dayOf, daysInMonth, partsOf, weekdayOf } from './calendar.ts'
import type { Day, Repeat } from './chip.ts'

const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** A leap day may be eight years away. */
const MOST_DAYS = 366 * 8 + 2

export function ruleText(repeat: Repeat): string {
  const { freq, interval, weekdays, place, monthday, month } = repeat
  const days = weekdays?.map(day => `${place ?? ''}${NAMES[day]}`).join(',')
  return [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(month ? [`BYMONTH=${month}`] : []),
    ...(monthday ? [`BYMONTHDAY=${monthday}`] : []),
    ...(days ? [`BYDAY=${days}`] : []),
  ].join(';')
}

/** The first day of the repetition that is not before `from`; undefined if there is none. */
export function firstDay(repeat: Repeat, from: Day): Day | undefined {
  for (let day = from; day < from + MOST_DAYS; day++) if (isOn(repeat, day)) return day
  return undefined
}

function isOn({ weekdays, place, monthday, month }: Repeat, day: Day): boolean {
  const parts = partsOf(day)
  if (month !== undefined && parts.month !== month) return false
  if (monthday !== undefined && dayOfMonth(day, monthday) !== day) return false
  if (weekdays === undefined) return true
  if (!weekdays.includes(weekdayOf(day))) return false
  if (place === undefined) return true
  return place > 0
    ? Math.ceil(parts.date / 7) === place
    : parts.date + 7 > daysInMonth(parts.year, parts.month)
}

function dayOfMonth(day: Day, monthday: number): Day | undefined {
  const { year, month } = partsOf(day)
  return dayOf(year, month, monthday === -1 ? daysInMonth(year, month) : monthday)
}
