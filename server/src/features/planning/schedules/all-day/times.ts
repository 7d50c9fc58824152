// Reads request times as dates (for all-day schedules) or instants, and converts between them.
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { DecodedBody } from '@daymark/contract/route'
import { parseDate, parseInstant, parseWritten } from '@daymark/contract/validation/instant'
import { DAY_MS } from '@daymark/recurrence/year'
import { invalid } from '../../../../platform/kernel/errors.ts'
import type { Zone } from '../../../../platform/kernel/time/zone.ts'
import { isSeries, type Schedule } from '../schedule.ts'
import { dateAt, startOfDate, startOfDateText } from './dates.ts'

export type GivenCreate = DecodedBody<(typeof scheduleRoutes)['create']>
export type GivenPatch = DecodedBody<(typeof scheduleRoutes)['update']>

/** The request with its times converted to numbers. */
type Read<Given> = {
  [Name in keyof Given]: Name extends TimeField ? Exclude<Given[Name], string> | number : Given[Name]
}
type TimeField = 'start_time' | 'end_time' | 'recurrence_end'
export type ScheduleCreate = Read<GivenCreate>
export type SchedulePatch = Read<GivenPatch>

export function readCreate(given: GivenCreate, zone: Zone): ScheduleCreate {
  const read = given.all_day ? dateReader(zone) : readInstant
  const { start_time, end_time, recurrence_end, ...rest } = given
  return {
    ...rest,
    start_time: read('start_time', start_time),
    end_time: read('end_time', end_time),
    ...(recurrence_end !== undefined && {
      recurrence_end: readEnd(recurrence_end, given.all_day ?? false, zone),
    }),
  }
}

/**
 * Reads a patch. `current` contains the times that the client has seen, either of the schedule or of the requested
 * occurrence.
 */
export function readPatch(current: Schedule, given: GivenPatch, zone: Zone): SchedulePatch {
  const { start_time, end_time, recurrence_end, ...rest } = given
  const base = inMode(current, given, zone)
  const read = base.all_day ? dateReader(zone) : readInstant
  const starts = start_time === undefined ? undefined : read('start_time', start_time, base.start_time)
  const ends = end_time === undefined ? undefined : read('end_time', end_time, base.end_time)
  const patch: SchedulePatch = { ...rest }
  if (base !== current) Object.assign(patch, timesOf(base))
  if (starts !== undefined) patch.start_time = starts
  // A schedule that becomes all-day or timed keeps its length if only the new start is given.
  if (starts !== undefined && base !== current) patch.end_time = starts + base.end_time - base.start_time
  if (ends !== undefined) patch.end_time = ends
  if (recurrence_end !== undefined) patch.recurrence_end = readEnd(recurrence_end, base.all_day, zone)
  return patch
}

/** Returns undefined if the series is all-day and the text does not represent a date. */
export const readInstanceStart = (series: Schedule, text: string, zone: Zone): number | undefined =>
  series.all_day ? dateIn(text, zone) : readInstant('instance_start', text)

/** Switches `all_day` and converts the times. Returns the same object if `all_day` does not change. */
export function inMode<S extends Schedule>(
  schedule: S,
  given: Pick<GivenPatch, 'all_day' | 'timezone'>,
  zone: Zone,
): S {
  const all_day = given.all_day ?? schedule.all_day
  if (all_day === schedule.all_day) return schedule
  // A series uses its own zone, or the one that the request sets, because its dates are dates in that zone.
  const where = isSeries(schedule) ? { name: given.timezone ?? schedule.timezone } : zone
  const { recurrence_end } = schedule
  if (!all_day) {
    return {
      ...schedule,
      all_day,
      start_time: startOfDate(schedule.start_time, where),
      end_time: startOfDate(schedule.end_time, where),
      recurrence_end: recurrence_end === null ? null : startOfDate(recurrence_end + DAY_MS, where) - 1,
    }
  }
  const start_time = dateAt(schedule.start_time, where)
  return {
    ...schedule,
    all_day,
    start_time,
    end_time: Math.max(start_time, dateAt(schedule.end_time - 1, where)) + DAY_MS,
    recurrence_end: recurrence_end === null ? null : dateAt(recurrence_end, where),
  }
}

export const timesOf = ({ start_time, end_time, recurrence_end }: Schedule) => ({
  start_time,
  end_time,
  recurrence_end,
})

type ReadTime = (path: string, text: string, current?: number) => number

const readInstant: ReadTime = (path, text) => {
  const instant = parseInstant(text)
  if (instant === undefined) throw invalid(path, 'must be an ISO 8601 datetime of the years 1900 to 2200')
  return instant
}

const dateReader =
  (zone: Zone): ReadTime =>
  (path, text, current) => {
    if (current !== undefined && parseWritten(text) === parseWritten(startOfDateText(current, zone))) {
      return current
    }
    const date = dateIn(text, zone)
    if (date === undefined)
      throw invalid(path, 'must be a date (YYYY-MM-DD), because the schedule is all-day')
    return date
  }

const MIDNIGHT = /^.{10}[Tt ]00:00(?::00(?:[.,]0+)?)?(?:[Zz]|[+-].*)?$/

/** Reads a date, or a datetime that represents one: 00:00 in its own offset, or the start of a date in the zone. */
function dateIn(text: string, zone: Zone): number | undefined {
  const date = parseDate(text)
  if (date !== undefined) return date
  if (MIDNIGHT.test(text)) return parseDate(text.slice(0, 10))
  const instant = parseInstant(text)
  if (instant === undefined) return undefined
  const local = dateAt(instant, zone)
  return startOfDate(local, zone) === instant ? local : undefined
}

/** For all-day series, accepts any time on the last date, because the recurrence end is inclusive. */
function readEnd(text: string | null, allDay: boolean, zone: Zone): number | null {
  if (text === null) return null
  if (!allDay) return readInstant('recurrence_end', text)
  return dateIn(text, zone) ?? dateAt(readInstant('recurrence_end', text), zone)
}
