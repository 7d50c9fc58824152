import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant'
import { create, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime'
import { toPlainDateTime } from 'temporal-polyfill/fns/ZonedDateTime'

const DAY_MS = 86_400_000

export interface Local {
  /** In the format `YYYY-MM-DD`. */
  date: string
  /** In the format `HH:MM`. */
  time: string
}

const two = (value: number): string => String(value).padStart(2, '0')

export function localOf(ms: number, zone: string): Local {
  const at = toPlainDateTime(toZonedDateTimeISO(fromEpochMilliseconds(ms), zone))
  return {
    date: `${String(at.year).padStart(4, '0')}-${two(at.month)}-${two(at.day)}`,
    time: `${two(at.hour)}:${two(at.minute)}`,
  }
}

/**
 * If clocks skip the local time, moves it forward by the gap. If they show it twice, returns the first instant. Returns
 * NaN if a field is empty.
 */
export function instantOf({ date, time }: Local, zone: string): number {
  const fields = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(`${date}T${time}`)
  if (!fields) return Number.NaN
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = fields.slice(1).map(Number)
  return toZonedDateTime(create(year, month, day, hour, minute), zone).epochMilliseconds
}

/** True if clocks show this local time twice because they are set back. */
export function isRepeated(ms: number, zone: string): boolean {
  if (!clocksChange(Math.floor(ms / DAY_MS), zone)) return false
  const local = toPlainDateTime(toZonedDateTimeISO(fromEpochMilliseconds(ms), zone))
  const at = (disambiguation: 'earlier' | 'later') =>
    toZonedDateTime(local, zone, { disambiguation }).epochMilliseconds
  return at('earlier') !== at('later')
}

const changes = new Map<string, boolean>()

/** True if clocks change on this UTC day or an adjacent one. Cached, because a page may format thousands of dates. */
function clocksChange(day: number, zone: string): boolean {
  const key = `${zone} ${day}`
  const known = changes.get(key)
  if (known !== undefined) return known
  const isChanged = localOf((day - 1) * DAY_MS, zone).time !== localOf((day + 2) * DAY_MS, zone).time
  changes.set(key, isChanged)
  return isChanged
}

/** True for a `YYYY-MM-DD` date, and false for a timestamp. */
export const isDate = (text: string): boolean => text.length === 10

/** Computes in UTC, where every day has 24 hours. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns 0 for Monday. */
export const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

/** `firstDay` 0 is Sunday. */
export const weekStart = (date: string, firstDay: number): string =>
  addDays(date, -((weekdayOf(date) + 8 - firstDay) % 7))

/** If a clock change skips midnight, the day starts later, usually at 1:00. */
export const startOfDay = (date: string, zone: string): number => instantOf({ date, time: '00:00' }, zone)

export function isWholeDays(start: number, end: number, zone: string): boolean {
  const startsDay = (ms: number) => ms === startOfDay(localOf(ms, zone).date, zone)
  return end > start && startsDay(start) && startsDay(end)
}
