// Reads dates, times and durations as other programs write them.
import { toInstantOrAfterGap, zoneOffsets } from '@daymark/recurrence/zone-offsets'

export interface Due {
  at: number
  is_date: boolean
  /** Empty for dates. */
  zone: string
}

export type DateOrder = 'dmy' | 'mdy'

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
const PARTS = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:,?\s+(.+))?$/
const TIME = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i
const DAY = 86_400_000
const FIRST = Date.UTC(1900, 0, 1)
const LAST = Date.UTC(2200, 11, 31)

/**
 * Reads a date with or without a time. Returns undefined for other text and for years outside 1900 to 2200. A time
 * without an offset is in `zone`.
 */
export function readDate(text: string, zone: string, order: DateOrder = 'mdy'): Due | undefined {
  const iso = ISO.exec(text.trim())
  if (iso) {
    const day = dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    if (day === undefined) return undefined
    if (iso[4] === undefined) return { at: day, is_date: true, zone: '' }
    const time = clockOf(Number(iso[4]), Number(iso[5]), Number(iso[6] ?? 0))
    return time === undefined ? undefined : timed(day + time, iso[7], zone)
  }
  const parts = PARTS.exec(text.trim())
  if (!parts) return undefined
  const day = dayFrom(String(parts[1]), String(parts[2]), String(parts[3]), order)
  if (day === undefined || parts[4] === undefined)
    return day === undefined ? undefined : { at: day, is_date: true, zone: '' }
  const time = readTime(parts[4])
  return time === undefined ? undefined : timed(day + time, undefined, zone)
}

/**
 * Returns the milliseconds since midnight for a time such as 09:05:00, 9:05 AM or 14:00, or undefined for other text.
 */
export function readTime(text: string): number | undefined {
  const found = TIME.exec(text.trim())
  if (!found) return undefined
  const half = found[4]?.toLowerCase()
  const hour = Number(found[1])
  if (half && (hour < 1 || hour > 12)) return undefined
  const hours = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return clockOf(hours, Number(found[2] ?? 0), Number(found[3] ?? 0))
}

/**
 * Decides whether dates such as 03/04/2026 begin with the day or the month. The first unambiguous date decides for all.
 * If all are ambiguous, they begin with the day if any contains dots or hyphens, otherwise with the month.
 */
export function dateOrder(texts: readonly string[]): DateOrder {
  for (const text of texts) {
    const parts = PARTS.exec(text.trim())
    if (!parts || String(parts[1]).length === 4) continue
    if (Number(parts[1]) > 12) return 'dmy'
    if (Number(parts[2]) > 12) return 'mdy'
  }
  return texts.some(text => /^\d{1,2}[.-]/.test(text.trim())) ? 'dmy' : 'mdy'
}

/**
 * Returns the milliseconds of a duration such as 01:30:00, 1:30, 1.5 (hours) or 1h 30m, or undefined for other text.
 */
export function readDuration(text: string): number | undefined {
  const clock = /^(\d{1,5}):(\d{2})(?::(\d{2}))?$/.exec(text.trim())
  if (clock) return ((Number(clock[1]) * 60 + Number(clock[2])) * 60 + Number(clock[3] ?? 0)) * 1000
  const words = /^(?:(\d+)\s*h\w*)?\s*(?:(\d+)\s*m\w*)?\s*(?:(\d+)\s*s\w*)?$/i.exec(text.trim())
  if (words && text.trim() !== '')
    return ((Number(words[1] ?? 0) * 60 + Number(words[2] ?? 0)) * 60 + Number(words[3] ?? 0)) * 1000
  const hours = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !(hours >= 0 && hours < 10_000) ? undefined : Math.round(hours * 3_600_000)
}

export const dateOf = (ms: number): Due => ({ at: Math.floor(ms / DAY) * DAY, is_date: true, zone: '' })

export const instantIn = (local: number, zone: string): number =>
  toInstantOrAfterGap(zoneOffsets(zone), local)

/** Returns the date of an instant in a zone, because some programs write a date as the instant of its midnight. */
export function localDate(at: number, zone: string): Due {
  const { year, month, day } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return { at: Date.UTC(year, month - 1, day), is_date: true, zone: '' }
}

export const isSoundInstant = (at: unknown): at is number =>
  typeof at === 'number' && Number.isFinite(at) && at >= FIRST && at <= LAST

function timed(local: number, offset: string | undefined, zone: string): Due {
  if (offset === undefined) return { at: instantIn(local, zone), is_date: false, zone }
  if (/^z$/i.test(offset)) return { at: local, is_date: false, zone }
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000
  return { at: sign === '-' ? local + shift : local - shift, is_date: false, zone }
}

function dayFrom(a: string, b: string, c: string, order: DateOrder): number | undefined {
  if (a.length === 4) return dayOf(Number(a), Number(b), Number(c))
  const year = c.length === 2 ? 2000 + Number(c) : Number(c)
  return order === 'dmy' ? dayOf(year, Number(b), Number(a)) : dayOf(year, Number(a), Number(b))
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const at = Date.UTC(year, month - 1, day)
  const date = new Date(at)
  const isSame =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCFullYear() === year
  return isSame && at >= FIRST && at <= LAST ? at : undefined
}

const clockOf = (hours: number, minutes: number, seconds: number): number | undefined =>
  hours < 24 && minutes < 60 && seconds < 60 ? ((hours * 60 + minutes) * 60 + seconds) * 1000 : undefined
