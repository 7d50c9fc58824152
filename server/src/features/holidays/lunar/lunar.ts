import { nearestNewMoon } from './new-moon.ts'

export type LunarCalendar = 'chinese' | 'korean' | 'vietnamese'

/** Temporal has exact tables for these years (checked against astronomy) and only estimates other years. */
export const LUNAR_YEARS = { first: 1950, last: 2100 } as const

const HOUR_MS = 3_600_000
const LUNAR_PART = /\b(chinese|korean|vietnamese) (\d+)-0-(\d+)/i

/** Converts a lunar date to a Gregorian one (YYYY-MM-DD). Day 0 is the day before the month begins. */
export function lunarDate(calendar: LunarCalendar, year: number, month: number, day: number): string {
  const monthCode = `M${String(month).padStart(2, '0')}`
  const id = calendar === 'korean' ? 'dangi' : 'chinese'
  const first = Temporal.PlainDate.from({ calendar: id, year, monthCode, day: 1 }).withCalendar('iso8601')
  const start = calendar === 'vietnamese' ? vietnameseMonthStart(first) : first
  return start.add({ days: day - 1 }).toString()
}

/**
 * Vietnam uses UTC+7 and China UTC+8, so a new moon in the first hour of a Chinese day falls on the previous day
 * in Vietnam. Both calendars have the same leap months from 1988 to 2147, but not in every earlier year.
 */
function vietnameseMonthStart(chineseStart: Temporal.PlainDate): Temporal.PlainDate {
  const midnightInChina = chineseStart.toZonedDateTime('+08:00').epochMilliseconds
  const newMoon = nearestNewMoon(midnightInChina)
  return newMoon < midnightInChina + HOUR_MS ? chineseStart.subtract({ days: 1 }) : chineseStart
}

export function isLunarRule(rule: string): boolean {
  return LUNAR_PART.test(rule)
}

/**
 * Returns the rule with its lunar date replaced by a Gregorian date: in 2026, 'chinese 01-0-01 not on Sunday'
 * becomes '2026-02-17 not on Sunday'. Returns two rules or none if a date late in the lunar year occurs twice in the
 * Gregorian year or not at all.
 */
export function datedRules(rule: string, year: number): string[] {
  const part = LUNAR_PART.exec(rule)
  if (part === null) return [rule]
  const [text, name, month, day] = part
  const calendar = name?.toLowerCase() as LunarCalendar
  return [year - 1, year]
    .map(lunarYear => lunarDate(calendar, lunarYear, Number(month), Number(day)))
    .filter(date => date.startsWith(`${year}-`))
    .map(date => rule.replace(text, date))
}
