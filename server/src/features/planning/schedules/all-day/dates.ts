// Dates of all-day entries in a time zone. A date is stored as the midnight of UTC that it names.
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { toInstant, toInstantOrBeforeGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { naiveUtc, type Zone } from '../../../../platform/kernel/time/zone.ts'
import type { Span } from '../schedule.ts'

type Named = Pick<Zone, 'name'>

const offsetsOf = ({ name }: Named) => zoneOffsets(name === naiveUtc.name ? 'UTC' : name)

/** Returns the first instant of the date in the zone, which is not 00:00 where the clocks skip that time. */
export function startOfDate(date: number, zone: Named): number {
  const offsets = offsetsOf(zone)
  return toInstant(offsets, date) ?? toInstantOrBeforeGap(offsets, date) + 1
}

/** Returns the date on which the instant is in the zone. */
export const dateAt = (instant: number, zone: Named): number =>
  Math.floor(toLocal(offsetsOf(zone), instant) / DAY_MS) * DAY_MS

export const dateText = (date: number): string => new Date(date).toISOString().slice(0, 10)

/** Returns the first date that begins at or after the instant. */
export function firstDateFrom(instant: number, zone: Named): number {
  // Begins a day early, because clocks that are set back can show the date before again.
  let date = dateAt(instant, zone) - DAY_MS
  while (startOfDate(date, zone) < instant) date += DAY_MS
  return date
}

/** Converts a window of instants: dates overlap the result exactly if they overlap the window in the zone. */
export const windowOfDates = ({ from, to }: Window, zone: Named): Window => ({
  from: firstDateFrom(from + 1, zone) - DAY_MS,
  to: firstDateFrom(to, zone),
})

/** Returns start and end as instants in the zone. */
export const instantsIn = (
  { all_day, start_time, end_time }: Span & { all_day: boolean },
  zone: Named,
): Span =>
  all_day
    ? { start_time: startOfDate(start_time, zone), end_time: startOfDate(end_time, zone) }
    : { start_time, end_time }
