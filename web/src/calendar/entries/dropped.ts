import type { Schedule } from '@daymark/contract/planning/schedule'
import { isDate, isWholeDays, localOf, startOfDay } from '../../session/region/zone-time.ts'
import type { EntryBody } from '../dialog/entry-form.ts'
import { spanOfEvent } from '../grid/events.ts'
import { isOccurrence } from './address.ts'

export type Moved = Pick<EntryBody, 'start_time' | 'end_time'> & { all_day?: boolean }
type Dropped = Parameters<typeof spanOfEvent>[0] & { extendedProps: Record<string, unknown> }

const HOUR_MS = 3_600_000

/** Returns a date for a drop in the all-day row, otherwise a timestamp. */
export function deadlineAt(event: Dropped, zone: string): string {
  const { start } = spanOfEvent(event, date => startOfDay(date, zone))
  return event.allDay ? localOf(start, zone).date : new Date(start).toISOString()
}

/** `start` is a timestamp or a date. */
export const isStart = ({ start_date, start_time }: Schedule, start: string): boolean =>
  isDate(start) ? start_date === start : Date.parse(start_time) === Date.parse(start)

/** True if the drop left the entry where it was. */
export const isUnmoved = (entry: Schedule, { all_day, start_time, end_time }: Moved): boolean =>
  all_day === undefined && isStart(entry, start_time) && isEnd(entry, end_time)

const isEnd = ({ end_date, end_time }: Schedule, end: string): boolean =>
  isDate(end) ? end_date === end : Date.parse(end_time) === Date.parse(end)

/**
 * Returns the entry's times after a drop. In the all-day row, a timed entry changes to an all-day entry, unless it is
 * an occurrence or is already drawn there.
 */
export function movedTimes(event: Dropped, entry: Schedule, zone: string): Moved {
  const { start, end } = spanOfEvent(event, date => startOfDay(date, zone))
  const all_day = event.allDay && (entry.all_day || !(isOccurrence(entry) || isInAllDayRow(entry, zone)))
  const text = (at: number) => (all_day ? localOf(at, zone).date : new Date(at).toISOString())
  // A deadline is drawn shorter than its one-hour entry.
  const last = event.extendedProps['isDeadline'] === true && !all_day ? start + HOUR_MS : end
  return { start_time: text(start), end_time: text(last), ...(all_day !== entry.all_day && { all_day }) }
}

/**
 * True for a timed entry that spans whole days. It is drawn in the all-day row but stays timed, because all-day entries
 * do not count in reports.
 */
const isInAllDayRow = ({ start_time, end_time }: Schedule, zone: string): boolean =>
  isWholeDays(Date.parse(start_time), Date.parse(end_time), zone)
