// Table-based calendar arithmetic. Days are numbered from 1970-01-01, weekdays from Monday = 0, months from 0.

export const DAY_MS = 86_400_000
const FIRST_YEAR = 1900
const LAST_YEAR = 2200
/** The API rejects instants outside this range. */
export const FIRST_INSTANT = Date.UTC(FIRST_YEAR, 0, 1)
export const LAST_INSTANT = Date.UTC(LAST_YEAR + 1, 0, 1) - 1

export interface Year {
  readonly first_day: number
  readonly first_weekday: number
  readonly length: number
  /** Years of the same kind have the same weekdays, months and week numbers. */
  readonly kind: number
}

export interface MonthDay {
  readonly month: number
  readonly day: number
  readonly month_length: number
}

const TABLE_FROM = FIRST_YEAR - 3
const YEARS: readonly Year[] = Array.from({ length: LAST_YEAR + 4 - TABLE_FROM }, (_, at) =>
  describeYear(TABLE_FROM + at),
)
const MONTH_DAYS: readonly (readonly MonthDay[])[] = [monthDays(2001), monthDays(2000)]

export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day) / DAY_MS
}

/** Valid only for days from FIRST_YEAR to LAST_YEAR. */
export function yearOf(day: number): number {
  const guess = 1970 + Math.floor(day / 365.2425)
  const { first_day, length } = yearAt(guess)
  return day < first_day ? guess - 1 : day >= first_day + length ? guess + 1 : guess
}

export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

function yearLength(year: number): number {
  return dayNumber(year + 1, 0, 1) - dayNumber(year, 0, 1)
}

function describeYear(year: number): Year {
  const first_day = dayNumber(year, 0, 1)
  const first_weekday = weekdayOf(first_day)
  const leapAround = [year - 1, year, year + 1].findIndex(near => yearLength(near) === 366)
  return { first_day, first_weekday, length: yearLength(year), kind: first_weekday * 4 + leapAround + 1 }
}

function monthDays(year: number): MonthDay[] {
  return Array.from({ length: yearLength(year) }, (_, at) => {
    const date = new Date(Date.UTC(year, 0, 1 + at))
    const month = date.getUTCMonth()
    return {
      month,
      day: date.getUTCDate(),
      month_length: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    }
  })
}

export function yearAt(year: number): Year {
  const known = YEARS[year - TABLE_FROM]
  if (known === undefined) throw new RangeError(`The year ${year} is outside the supported range.`)
  return known
}

/** Returns the month and day for a day of the year, which is numbered from 0. */
export function monthDayAt(year: Year, yearDay: number): MonthDay {
  const found = MONTH_DAYS[year.length - 365]?.[yearDay]
  if (found === undefined) throw new RangeError(`A year has no day ${yearDay}.`)
  return found
}

/**
 * Week 1 is the first week with at least four days in the year. Returns the day of the year on which it begins,
 * possibly negative.
 */
function weekOne(year: Year, weekStart: number): number {
  const daysBefore = (year.first_weekday - weekStart + 7) % 7
  return daysBefore <= 3 ? -daysBefore : 7 - daysBefore
}

/** Returns where week 1 starts in the previous year, this year and the next two, as days of this year. */
export function weekOnes(year: number, weekStart: number): number[] {
  const origin = yearAt(year).first_day
  return [year - 1, year, year + 1, year + 2].map(
    near => yearAt(near).first_day - origin + weekOne(yearAt(near), weekStart),
  )
}
