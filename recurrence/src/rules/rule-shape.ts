export type Frequency = 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY' | 'HOURLY'

export const FREQUENCIES: readonly Frequency[] = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY']

/** Indexed by weekday number: Monday is 0. */
export const WEEKDAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

export const PART_NAMES: readonly string[] = [
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYSETPOS'],
  ...['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND'],
]

export const MAX_COUNT = 10_000
export const MAX_INTERVAL = 10_000
export const MAX_PER_DAY = 24

/** `nth` is the position in the month or year, from the end if negative. 0 means every such weekday. */
export interface ByDay {
  readonly weekday: number
  readonly nth: number
}

/** `last` is the last included millisecond. If `local` is true, it is a local time in the series' zone. */
export interface Until {
  readonly local: boolean
  readonly date_only: boolean
  readonly last: number
}

/** Lists have no duplicates, and number lists are sorted. An empty list means that the part is absent. */
export interface Rule {
  readonly freq: Frequency
  readonly interval: number
  readonly count: number | null
  readonly until: Until | null
  readonly by_month: readonly number[]
  readonly by_week_no: readonly number[]
  readonly by_year_day: readonly number[]
  readonly by_month_day: readonly number[]
  readonly by_day: readonly ByDay[]
  readonly by_hour: readonly number[]
  readonly by_minute: readonly number[]
  readonly by_second: readonly number[]
  readonly by_set_pos: readonly number[]
  readonly week_start: number
  /** The stored form: uppercase, without the `RRULE:` prefix, parts in their original order. */
  readonly text: string
}
