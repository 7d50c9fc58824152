// Computes the days of a year that a rule allows, from its BY parts and its start.

import { type MonthDay, monthDayAt, weekdayOf, weekOnes, type Year, yearAt, yearOf } from '../year.ts'
import type { ByDay, Rule } from './rule-shape.ts'

/** Days are numbered from 0. */
export interface YearDays {
  readonly allowed: Uint16Array
  /** For each day of the year, the index in `allowed` of that day or the next allowed day. */
  readonly index_from: Uint16Array
}

/** Returns the days that the rule allows, before INTERVAL is applied. */
export type DayPattern = (year: number) => YearDays

/** The rule parts that select days. Months are numbered from 0. */
interface DayParts {
  readonly months: ReadonlySet<number>
  readonly week_nos: ReadonlySet<number>
  readonly year_days: ReadonlySet<number>
  readonly month_days: ReadonlySet<number>
  readonly weekdays: ReadonlySet<number>
  readonly nth_days: readonly ByDay[]
  readonly nth_in_month: boolean
  readonly week_start: number
}

export function dayPattern(rule: Rule, startDay: number): DayPattern {
  const parts = dayParts(rule, startDay)
  const byKind = new Map<number, YearDays>()
  return year => {
    const kind = kindFor(parts, yearAt(year))
    const days = byKind.get(kind) ?? yearDays(parts, year)
    byKind.set(kind, days)
    return days
  }
}

/** Returns a year's cache key. Years with the same key have the same allowed days. */
function kindFor(parts: DayParts, { kind, first_weekday, length }: Year): number {
  if (parts.week_nos.size > 0) return kind
  return parts.weekdays.size > 0 || parts.nth_days.length > 0 ? length * 7 + first_weekday : length
}

function yearDays(parts: DayParts, year: number): YearDays {
  const { length } = yearAt(year)
  const weekStarts = parts.week_nos.size > 0 ? weekOnes(year, parts.week_start) : []
  const allowed: number[] = []
  const indexFrom = new Uint16Array(length)
  for (let yearDay = 0; yearDay < length; yearDay++) {
    indexFrom[yearDay] = allowed.length
    if (isAllowed(parts, yearAt(year), yearDay) && isWeekAllowed(parts, weekStarts, yearDay))
      allowed.push(yearDay)
  }
  return { allowed: Uint16Array.from(allowed), index_from: indexFrom }
}

function dayParts(rule: Rule, startDay: number): DayParts {
  const year = yearOf(startDay)
  const start = monthDayAt(yearAt(year), startDay - yearAt(year).first_day)
  const implied = impliedParts(rule)
  const plainDays = rule.by_day.filter(day => day.nth === 0).map(day => day.weekday)
  const everyWeekday = plainDays.length === 7
  const monthsFromZero = rule.by_month.map(month => month - 1)
  return {
    months: new Set(implied.month ? [start.month] : monthsFromZero),
    week_nos: new Set(rule.by_week_no),
    year_days: new Set(rule.by_year_day),
    month_days: new Set(implied.month_day ? [start.day] : rule.by_month_day),
    weekdays: new Set(
      implied.weekday
        ? [weekdayOf(startDay)]
        : rule.by_day.filter(day => day.nth === 0).map(day => day.weekday),
    ),
    nth_days: everyWeekday ? [] : rule.by_day.filter(day => day.nth !== 0),
    nth_in_month: rule.freq === 'MONTHLY' || rule.by_month.length > 0,
    week_start: rule.week_start,
  }
}

/** Returns which parts come from the series start, because the rule lacks them (RFC 5545). */
function impliedParts(rule: Rule): { month: boolean; month_day: boolean; weekday: boolean } {
  const noDay = rule.by_day.length === 0 && rule.by_month_day.length === 0 && rule.by_year_day.length === 0
  const yearly = rule.freq === 'YEARLY' && noDay
  const noWeek = rule.by_week_no.length === 0
  return {
    month: yearly && noWeek && rule.by_month.length === 0,
    month_day: (yearly && noWeek) || (rule.freq === 'MONTHLY' && noDay),
    weekday: (yearly && !noWeek) || (rule.freq === 'WEEKLY' && rule.by_day.length === 0),
  }
}

function isAllowed(parts: DayParts, year: Year, yearDay: number): boolean {
  const { length, first_weekday } = year
  const date = monthDayAt(year, yearDay)
  return (
    (parts.months.size === 0 || parts.months.has(date.month)) &&
    isListed(parts.year_days, yearDay + 1, length) &&
    isListed(parts.month_days, date.day, date.month_length) &&
    isWeekdayAllowed(parts, (first_weekday + yearDay) % 7, yearDay, length, date)
  )
}

/** Checks a position from both ends: position 3 of 31 is also position -29. */
function isListed(places: ReadonlySet<number>, place: number, of: number): boolean {
  return places.size === 0 || places.has(place) || places.has(place - of - 1)
}

/** A week belongs to the year with most of its days, so a day can be in a week of the previous or next year. */
function isWeekAllowed(parts: DayParts, weekStarts: readonly number[], yearDay: number): boolean {
  if (parts.week_nos.size === 0) return true
  const [, own = 0, following = 0] = weekStarts
  const at = yearDay < own ? 0 : yearDay < following ? 1 : 2
  const begin = weekStarts[at] ?? 0
  const end = weekStarts[at + 1] ?? 0
  return isListed(parts.week_nos, Math.floor((yearDay - begin) / 7) + 1, (end - begin) / 7)
}

function isWeekdayAllowed(
  parts: DayParts,
  weekday: number,
  yearDay: number,
  yearLength: number,
  date: MonthDay,
): boolean {
  if (parts.weekdays.size === 0 && parts.nth_days.length === 0) return true
  if (parts.weekdays.has(weekday)) return true
  const [place, of] = parts.nth_in_month ? [date.day, date.month_length] : [yearDay + 1, yearLength]
  const fromStart = Math.ceil(place / 7)
  const fromEnd = -Math.ceil((of - place + 1) / 7)
  return parts.nth_days.some(day => day.weekday === weekday && (day.nth === fromStart || day.nth === fromEnd))
}
