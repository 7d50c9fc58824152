import { DAY_MS, weekdayOf } from '@daymark/recurrence/year'
import { toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import type { Day, Moment } from './chip.ts'

const MINUTE_MS = 60_000

export function momentOf(now: number, timezone: string): Required<Moment> {
  const local = toLocal(zoneOffsets(timezone), now)
  const day = Math.floor(local / DAY_MS)
  return { day, minute: Math.floor((local - day * DAY_MS) / MINUTE_MS) }
}

/** Returns the instant of a local time. If DST skips the local time, uses the offset before the change. */
export const instantOf = (day: Day, minute: number, timezone: string): number =>
  toInstantOrAfterGap(zoneOffsets(timezone), day * DAY_MS + minute * MINUTE_MS)

/** Returns undefined for a date that does not exist, such as February 30. */
export function dayOf(year: number, month: number, date: number): Day | undefined {
  const ms = Date.UTC(year, month - 1, date)
  const made = new Date(ms)
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === date ? ms / DAY_MS : undefined
}

const LEAP_YEAR = 2000

/** True for a date that at least leap years have. */
export const isYearlyDate = (month: number, date: number): boolean =>
  dayOf(LEAP_YEAR, month, date) !== undefined

export function partsOf(day: Day): { year: number; month: number; date: number } {
  const made = new Date(day * DAY_MS)
  return { year: made.getUTCFullYear(), month: made.getUTCMonth() + 1, date: made.getUTCDate() }
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Keeps the day of the month, or uses the last day if the target month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  return dayOf(toYear, toMonth, Math.min(date, daysInMonth(toYear, toMonth))) ?? day
}

export const dateText = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

const two = (value: number): string => String(value).padStart(2, '0')

export const timeText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** Returns the first matching day from `today` on; undefined if there is none within 8 years. */
export function nextDate(today: Day, month: number, date: number): Day | undefined {
  const { year } = partsOf(today)
  for (let each = year; each <= year + 8; each++) {
    const day = dayOf(each, month, date)
    if (day !== undefined && day >= today) return day
  }
  return undefined
}

/** Returns the first day from `today` on with this day of the month; undefined if the next months lack it. */
export function nextMonthday(today: Day, date: number): Day | undefined {
  const { year, month } = partsOf(today)
  for (let each = 0; each < 3; each++) {
    const index = year * 12 + month - 1 + each
    const day = dayOf(Math.floor(index / 12), (index % 12) + 1, date)
    if (day !== undefined && day >= today) return day
  }
  return undefined
}

/** Returns the first matching day from `from` on. */
export const nextWeekday = (from: Day, weekday: number): Day => from + ((weekday - weekdayOf(from) + 7) % 7)

/**
 * Converts an hour without "am" or "pm" to the 24-hour clock: 7 to 12 mean the morning and noon, 1 to 6 the
 * afternoon; other hours keep their value. Returns undefined if the hour does not exist.
 */
export function wakingHour(hour: number): number | undefined {
  if (hour < 0 || hour > 24) return undefined
  return hour >= 1 && hour <= 6 ? hour + 12 : hour % 24
}

/**
 * Converts a 12-hour time to the 24-hour clock: 12 am is midnight, 12 pm is noon. Also accepts 15 pm. Returns
 * undefined if there is no such time.
 */
export function hourOfHalf(hour: number, half: 'am' | 'pm'): number | undefined {
  if (hour > 12) return half === 'pm' && hour < 24 ? hour : undefined
  if (hour < 0 || (hour === 0 && half === 'pm')) return undefined
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

/** True if a range ends before it starts by mistake: 15:00-14:00, but not 22:00-06:00, which spans a night. */
export const isReversed = (from: number, to: number): boolean => to < from && to + 1440 - from > LONGEST_NIGHT
const LONGEST_NIGHT = 16 * 60
