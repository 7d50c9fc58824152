// A holiday as the service answers it, and how days of the library become such records.
export type HolidayType = 'public' | 'bank' | 'school' | 'optional' | 'observance'

/** Read-only, for the records of a year are remembered and handed out again. */
export interface Holiday {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly name: string
  readonly country: string
  readonly region: string | null
  readonly type: HolidayType
  readonly is_holiday: boolean
}

/** A stretch of days as the library knows it. */
export interface HolidaySpan {
  /** Its own calendar's first day: 'YYYY-MM-DD hh:mm:ss', perhaps with an offset behind it. */
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

/** One record for each day. */
export function toHolidays(spans: readonly HolidaySpan[], place: Place): Holiday[] {
  return spans.flatMap(span => daysOf(span).map(date => record(span, date, place)))
}

/** By date, then weight, then name; of two with one name on one day the weightier stays. */
export function inOrder(holidays: readonly Holiday[]): Holiday[] {
  const kept = new Map<string, Holiday>()
  for (const holiday of holidays.toSorted(byDateAndWeight)) {
    const key = `${holiday.date} ${holiday.name}`
    if (!kept.has(key)) kept.set(key, holiday)
  }
  return [...kept.values()]
}

/**
 * `start` and `end` lie at sunset for some calendars and are shifted where a clock change swallows midnight,
 * so only their distance is used. A broken last day (90 hours in Turkey: an eve and three days) does not count.
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

/** By code unit: the order must not depend on the machine's language. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
