// Days of a zone and what happens on them.

import { overlaps, type Window } from '@daymark/recurrence/occurrence'
import { startOfDay, type Zone } from '../../platform/kernel/zone.ts'

export interface Day<E> extends Window {
  date: string
  events: E[]
}

interface Event {
  start_time: number
  end_time: number
}

export const countDays = (first: string, last: string): number =>
  Temporal.PlainDate.from(first).until(last, { largestUnit: 'days' }).days + 1

/** From midnight to midnight of the zone: 23 or 25 hours long where clocks change. */
export function daysBetween<E>(first: string, last: string, zone: Zone): Day<E>[] {
  const start = Temporal.PlainDate.from(first)
  const dates = Array.from({ length: countDays(first, last) + 1 }, (_, at) =>
    start.add({ days: at }).toString(),
  )
  const borders = dates.map(date => startOfDay(date, zone))
  return dates
    .slice(0, -1)
    .map((date, at) => ({ date, from: borders[at] ?? 0, to: borders[at + 1] ?? 0, events: [] }))
}

/** Puts each event on every day that it overlaps, in the given order; false when that is more than `most` times. */
export function placeEvents<E extends Event>(
  days: readonly Day<E>[],
  events: readonly E[],
  most: number,
): boolean {
  let places = 0
  for (const event of events) {
    for (let at = dayOf(days, event.start_time); at < days.length; at++) {
      const day = days[at]
      if (!day || (at > 0 && day.from > event.end_time)) break
      // A date that a zone skipped altogether has no time at all.
      if (day.from === day.to || !overlaps(event, day)) continue
      if (++places > most) return false
      day.events.push(event)
    }
  }
  return true
}

/** Index of the last day that begins at or before the instant; the first one for what began earlier. */
function dayOf(days: readonly Window[], instant: number): number {
  let low = 0
  let high = days.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((days[middle]?.from ?? 0) <= instant) low = middle
    else high = middle - 1
  }
  return low
}
