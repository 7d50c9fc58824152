// Values of iCalendar properties: text, lists, dates, times and durations (RFC 5545, 3.3).
import { DAY_MS } from '@daymark/recurrence/year'
import { toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { type Property, paramOf } from './content-line.ts'

const ESCAPED = /[\\;,\n\r]/
const WRITTEN: Record<string, string> = { '\\': '\\\\', ';': '\\;', ',': '\\,', '\n': '\\n' }

export const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/\r\n?/g, '\n').replace(/[\\;,\n]/g, char => WRITTEN[char] ?? char) : text

export const unescapeText = (text: string): string =>
  text.includes('\\') ? text.replace(/\\([\\;,nN])/g, (_, char) => (/n/i.test(char) ? '\n' : char)) : text

/** Splits a list at unescaped commas and unescapes each text. */
export function readTextList(value: string): string[] {
  const parts = value.match(/(?:\\.|[^\\,])+/gs) ?? []
  return parts.map(part => unescapeText(part).trim()).filter(Boolean)
}

export interface Moment {
  /** In epoch milliseconds. A date is represented by its midnight in UTC. */
  readonly at: number
  readonly is_date: boolean
  /** Null for a date, a floating time, or a time with an unknown TZID. */
  readonly zone: string | null
}

/** Returns the IANA zone for a TZID, or null if it is unknown. */
export type FindZone = (tzid: string) => string | null

const DATE = /^(\d{4})(\d\d)(\d\d)$/
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/i

/**
 * Reads one date or time. A time without a known zone is in the owner's zone. Returns undefined for other texts, and
 * for years before 1900 or after 2200.
 */
export function readMoment(
  text: string,
  tzid: string | undefined,
  findZone: FindZone,
  ownerZone: string,
): Moment | undefined {
  const date = DATE.exec(text)
  if (date) {
    const at = utcOf(date, [])
    return at === undefined ? undefined : { at, is_date: true, zone: null }
  }
  const time = TIME.exec(text)
  if (!time) return undefined
  const local = utcOf(time, time.slice(4, 7))
  if (local === undefined) return undefined
  if (time[7]) return { at: local, is_date: false, zone: 'UTC' }
  const zone = tzid === undefined ? null : findZone(tzid)
  return { at: toInstantOrAfterGap(zoneOffsets(zone ?? ownerZone), local), is_date: false, zone }
}

function utcOf(date: readonly string[], time: readonly (string | undefined)[]): number | undefined {
  const [year, month, day] = date.slice(1, 4).map(Number) as [number, number, number]
  const [hour = 0, minute = 0, second = 0] = time.map(Number)
  const at = Date.UTC(year, month - 1, day)
  if (year < 1900 || year > 2200 || new Date(at).getUTCMonth() !== month - 1 || day === 0) return undefined
  if (hour > 23 || minute > 59 || second > 60) return undefined
  return at + hour * 3_600_000 + minute * 60_000 + Math.min(second, 59) * 1_000
}

/** A moment, or a period if it has an end. */
export interface Period extends Moment {
  readonly end?: number
}

/** Reads a property with a list of dates, times or periods. */
export function readPeriods(from: Property, findZone: FindZone, ownerZone: string): Period[] {
  const tzid = paramOf(from, 'TZID')
  const read = (text: string) => readMoment(text, tzid, findZone, ownerZone)
  return from.value.split(',').flatMap(text => {
    const [first = '', last = ''] = text.split('/').map(part => part.trim())
    const start = read(first)
    if (!start) return []
    const duration = readDuration(last)
    const end = duration ? addDuration(start.at, duration, start.zone ?? ownerZone) : read(last)?.at
    return end === undefined ? [start] : [{ ...start, end }]
  })
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

export function dateText(at: number): string {
  const date = new Date(at)
  return `${pad(date.getUTCFullYear(), 4)}${pad(date.getUTCMonth() + 1)}${pad(date.getUTCDate())}`
}

const clockText = (at: number): string => {
  const date = new Date(at)
  return `T${pad(date.getUTCHours())}${pad(date.getUTCMinutes())}${pad(date.getUTCSeconds())}`
}

export const utcText = (at: number): string => `${dateText(at)}${clockText(at)}Z`

/** The parameter that names the zone of a time that is written in UTC because its local time is ambiguous. */
export const ZONE_OF_UTC = 'X-DAYMARK-TZID'

interface MomentText {
  readonly params: string
  readonly value: string
}

interface MomentZone {
  readonly all_day: boolean
  readonly timezone: string
}

/**
 * Writes an instant as a local time. When clocks are set back, a local time means the first of two instants (RFC 5545,
 * 3.3.5), so the second one is written in UTC.
 */
export function momentText(at: number, zone: MomentZone): MomentText {
  if (firstOfTwo(at, zone) === at) return localText(at, zone)
  return { params: `;${ZONE_OF_UTC}=${zone.timezone}`, value: utcText(at) }
}

/**
 * Writes a date or a local time. Series need local times, because their occurrences keep the same time of day in summer
 * and winter.
 */
export function localText(at: number, { all_day, timezone }: MomentZone): MomentText {
  if (all_day) return { params: ';VALUE=DATE', value: dateText(at) }
  if (timezone === 'UTC') return { params: '', value: utcText(at) }
  const local = toLocal(zoneOffsets(timezone), at)
  return { params: `;TZID=${timezone}`, value: `${dateText(local)}${clockText(local)}` }
}

/**
 * Returns the instant that the local time of `at` denotes: `at` itself, or the first of two instants when clocks are
 * set back.
 */
export function firstOfTwo(at: number, { all_day, timezone }: MomentZone): number {
  if (all_day || timezone === 'UTC') return at
  const offsets = zoneOffsets(timezone)
  return toInstantOrAfterGap(offsets, toLocal(offsets, at))
}

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** Returns days and milliseconds separately, because a day is not always 24 hours long. */
export function readDuration(text: string): { days: number; ms: number } | undefined {
  const found = DURATION.exec(text.trim())
  if (!found || !/\d/.test(text)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map(part => (part === undefined ? 0 : Number(part)))
  const sign = found[1] === '-' ? -1 : 1
  const result = {
    days: sign * (weeks * 7 + days),
    ms: sign * ((hours * 60 + minutes) * 60 + seconds) * 1_000,
  }
  return Math.abs(result.days) > 36_600 || Math.abs(result.ms) > 36_600 * DAY_MS ? undefined : result
}

/** Adds whole days in local time, so that a DST change does not shift the time of day. */
export function addDuration(at: number, { days, ms }: { days: number; ms: number }, zone: string): number {
  if (days === 0) return at + ms
  const offsets = zoneOffsets(zone)
  return toInstantOrAfterGap(offsets, toLocal(offsets, at) + days * DAY_MS) + ms
}

/** Drops fractions of a second, which iCalendar cannot express. */
export const wholeSecond = (at: number): number => Math.floor(at / 1_000) * 1_000

/** Formats whole seconds as a duration, such as `-PT15M`, or `P2D` for whole days. */
export function durationText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000)
  const sign = ms < 0 ? '-' : ''
  if (seconds > 0 && seconds % 86_400 === 0) return `${sign}P${seconds / 86_400}D`
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const parts = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`
  return `${sign}PT${parts || '0S'}`
}
