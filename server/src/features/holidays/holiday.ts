export type HolidayType = 'public' | 'bank' | 'school' | 'optional' | 'observance'

/** Read-only, because requests share the cached records of a year. */
export interface Holiday {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly name: string
  readonly country: string
  readonly region: string | null
  readonly type: HolidayType
  readonly is_holiday: boolean
}

/** A holiday of one or more days, in the library's format. */
export interface HolidaySpan {
  /** The first day in the country's local time: 'YYYY-MM-DD hh:mm:ss', possibly followed by an offset. */
  date: string
  start: Date
  end: Date
  name: string
  type: HolidayType
}

export interface Place {
  country: string
  region: string | null
}

const BY_WEIGHT: readonly HolidayType[] = ['public', 'bank', 'school', 'optional', 'observance']
const DAY_MS = 86_400_000

/** Returns one record for each day of each holiday. */
export function toHolidays(spans: readonly HolidaySpan[], place: Place): Holiday[] {
  return spans.flatMap(span => daysOf(span).map(date => record(span, date, place)))
}

/**
 * Sorts by date, type and name. If two holidays on one day have the same name, keeps the one with the more
 * important type.
 */
export function inOrder(holidays: readonly Holiday[]): Holiday[] {
  const kept = new Map<string, Holiday>()
  for (const holiday of holidays.toSorted(byDateAndWeight)) {
    const key = `${holiday.date} ${holiday.name}`
    if (!kept.has(key)) kept.set(key, holiday)
  }
  return [...kept.values()]
}

/**
 * Computes the number of days from the difference between `start` and `end`, because neither has to be at midnight: in
 * some calendars holidays begin at sunset. Ignores a partial last day: the end of Ramadan lasts 90 hours in Turkey,
 * which count as three days.
 */
function daysOf(span: HolidaySpan): string[] {
  const days = Math.max(1, Math.floor((span.end.getTime() - span.start.getTime()) / DAY_MS))
  const first = Temporal.PlainDate.from(span.date.slice(0, 10))
  return Array.from({ length: days }, (_, offset) => first.add({ days: offset }).toString())
}

function record(span: HolidaySpan, date: string, place: Place): Holiday {
  const { name, type } = span
  return { date, name, country: place.country, region: place.region, type, is_holiday: type === 'public' }
}

function byDateAndWeight(a: Holiday, b: Holiday): number {
  return (
    compare(a.date, b.date) ||
    BY_WEIGHT.indexOf(a.type) - BY_WEIGHT.indexOf(b.type) ||
    compare(a.name, b.name)
  )
}

/** Compares code units, so that the order does not depend on the machine's locale. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
