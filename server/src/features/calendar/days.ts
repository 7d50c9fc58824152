import { overlaps, type Window } from '@daymark/recurrence/occurrence'
import { startOfDay, type Zone } from '../../platform/kernel/time/zone.ts'

export interface Day<E> extends Window {
  date: string
  events: E[]
}

interface Event {
  begins_at: number
  ends_at: number
}

export const countDays = (first: string, last: string): number =>
  Temporal.PlainDate.from(first).until(last, { largestUnit: 'days' }).days + 1

/**
 * Returns the days of a range. Each lasts until the next day starts in the zone, so a day with a DST change may have 23
 * or 25 hours, and a date that the zone skipped has none.
 */
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

/**
 * Adds each event to every day that it overlaps and keeps the order of the events. Returns false if the days together
 * would list more than `most` events.
 */
export function placeEvents<E extends Event>(
  days: readonly Day<E>[],
  events: readonly E[],
  most = Number.POSITIVE_INFINITY,
): boolean {
  for (const day of days) day.events = []
  let places = 0
  for (const event of events) {
    eachDay(days, event, day => {
      day.events.push(event)
      places++
    })
    if (places > most) return false
  }
  return true
}

/**
 * Limits the events so that all days together list at most `most`. Keeps all events of the viewer, then adds the
 * events of other owners, starting with the owner who has the fewest. Returns undefined if the viewer's own
 * events exceed the limit.
 */
export function fitting<E extends Event>(
  days: readonly Day<E>[],
  events: readonly E[],
  ownerOf: (event: E) => string,
  viewerId: string,
  most: number,
): readonly E[] | undefined {
  const places = new Map<string, number>([[viewerId, 0]])
  for (const event of events) {
    let count = places.get(ownerOf(event)) ?? 0
    eachDay(days, event, () => count++)
    places.set(ownerOf(event), count)
  }
  const own = places.get(viewerId) ?? 0
  if (own > most) return undefined
  const others = [...places].filter(([id]) => id !== viewerId).sort(([, a], [, b]) => a - b)
  const kept = new Set([viewerId])
  let room = most - own
  for (const [id, count] of others) {
    if (count > room) break
    room -= count
    kept.add(id)
  }
  return kept.size === places.size ? events : events.filter(event => kept.has(ownerOf(event)))
}

/** Calls `visit` for each day that the event overlaps. No event overlaps a date that the time zone skipped. */
function eachDay<D extends Window>(days: readonly D[], event: Event, visit: (day: D) => void): void {
  const span = { start_time: event.begins_at, end_time: event.ends_at }
  for (let at = dayOf(days, event.begins_at); at < days.length; at++) {
    const day = days[at]
    if (!day || (at > 0 && day.from > event.ends_at)) break
    if (day.from !== day.to && overlaps(span, day)) visit(day)
  }
}

/** Returns the index of the last day that begins at or before the instant, or 0 if there is none. */
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
