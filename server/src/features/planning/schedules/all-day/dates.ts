// Dates of all-day schedules are stored as midnight UTC.
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { toInstant, toInstantOrBeforeGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { naiveUtc, type Zone } from '../../../../platform/kernel/time/zone.ts'

type Named = Pick<Zone, 'name'>

const offsetsOf = ({ name }: Named) => zoneOffsets(name === naiveUtc.name ? 'UTC' : name)

/** Returns the first instant of the date in the zone. If a clock change skips 00:00, the date begins after the gap. */
export function startOfDate(date: number, zone: Named): number {
  const offsets = offsetsOf(zone)
  return toInstant(offsets, date) ?? toInstantOrBeforeGap(offsets, date) + 1
}

/**
 * Rounds offsets to minutes, because a datetime cannot express the seconds in old offsets. Otherwise, the date would
 * begin at 00:00:08, or at 23:59:43 on the previous day.
 */
export function startOfDateText(date: number, zone: Zone): string {
  const start = startOfDate(date, zone)
  const offset = toLocal(offsetsOf(zone), start) - start
  return zone.format(start + offset - Math.round(offset / 60_000) * 60_000)
}

export const dateAt = (instant: number, zone: Named): number =>
  Math.floor(toLocal(offsetsOf(zone), instant) / DAY_MS) * DAY_MS

export const dateText = (date: number): string => new Date(date).toISOString().slice(0, 10)

/** Returns the first date that begins at or after the instant. */
export function firstDateFrom(instant: number, zone: Named): number {
  // Starts one day early, because a skipped date and the next date begin at the same instant (Apia, 2011-12-30).
  let date = dateAt(instant, zone) - DAY_MS
  while (startOfDate(date, zone) < instant) date += DAY_MS
  return date
}

/** Converts a window of instants to a window of dates, so that the same all-day items overlap both. */
export const windowOfDates = ({ from, to }: Window, zone: Named): Window => ({
  from: firstDateFrom(from + 1, zone) - DAY_MS,
  to: firstDateFrom(to, zone),
})
