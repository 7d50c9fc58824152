// BYSETPOS picks the nth instants of a period.

import { DAY_MS } from '../year.ts'
import { gapsBetween, toInstant } from '../zone-offsets.ts'
import type { Plan } from './plan.ts'

/**
 * The elements of `days` from index `from` (inclusive) to `end` (exclusive). Each element is a number of days after
 * `base`.
 */
export interface DayRange {
  readonly base: number
  readonly days: ArrayLike<number>
  readonly from: number
  readonly end: number
}

/**
 * Visits the instants that BYSETPOS picks from the times on all days in the range. Returns false if the visitor
 * stopped.
 */
export function visitChosen(plan: Plan, range: DayRange, visit: (instant: number) => boolean): boolean {
  const { picks, slots, zone } = plan
  const count = range.end - range.from
  if (picks === null || count === 0) return true
  const skipped = skippedPlaces(plan, range)
  for (const pick of picks(count * slots.length - skipped.length)) {
    let place = pick
    for (const gone of skipped) if (gone <= place) place++
    const day = dayStart(range, Math.floor(place / slots.length))
    const instant = toInstant(zone, day + (slots[place % slots.length] ?? 0))
    if (instant !== null && !visit(instant)) return false
  }
  return true
}

function dayStart({ base, days, from }: DayRange, at: number): number {
  return base + (days[from + at] ?? 0) * DAY_MS
}

/** Returns the indexes of local times that a DST change skips, because BYSETPOS does not count them. */
function skippedPlaces({ zone, slots }: Plan, range: DayRange): number[] {
  const count = range.end - range.from
  const places: number[] = []
  for (const gap of gapsBetween(zone, dayStart(range, 0), dayStart(range, count - 1) + DAY_MS)) {
    for (let at = 0; at < count; at++) {
      const begin = dayStart(range, at)
      if (begin >= gap.to || begin + DAY_MS <= gap.from) continue
      for (const [index, slot] of slots.entries()) {
        if (begin + slot >= gap.from && begin + slot < gap.to) places.push(at * slots.length + index)
      }
    }
  }
  return places
}
