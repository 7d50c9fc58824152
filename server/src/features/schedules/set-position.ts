// BYSETPOS: picks the nth instants of one period.
import type { Plan } from './plan.ts'
import { DAY_MS } from './year.ts'
import { gapsBetween, toInstant } from './zone-offsets.ts'

/** The sorted indexes that are picked from a set of this size. */
export type Picks = (size: number) => readonly number[]

export function picksOf(positions: readonly number[]): Picks {
  const bySize = new Map<number, readonly number[]>()
  return size => {
    const known = bySize.get(size)
    if (known !== undefined) return known
    const indexes = positions
      .map(position => (position > 0 ? position - 1 : size + position))
      .filter(index => index >= 0 && index < size)
    const picks = [...new Set(indexes)].sort((a, b) => a - b)
    bySize.set(size, picks)
    return picks
  }
}

/** Visits the picked ones of days x slots in order, days counted from `base`; false when the visit ended. */
export function visitChosen(
  plan: Plan,
  base: number,
  days: ArrayLike<number>,
  visit: (instant: number) => boolean,
): boolean {
  const { picks, slots, zone } = plan
  if (picks === null || days.length === 0) return true
  const skipped = skippedPlaces(plan, base, days)
  for (const pick of picks(days.length * slots.length - skipped.length)) {
    let place = pick
    for (const gone of skipped) if (gone <= place) place++
    const day = days[Math.floor(place / slots.length)] ?? 0
    const instant = toInstant(zone, base + day * DAY_MS + (slots[place % slots.length] ?? 0))
    if (instant !== null && !visit(instant)) return false
  }
  return true
}

/** Local times that do not exist are no members of the set that BYSETPOS counts. */
function skippedPlaces({ zone, slots }: Plan, base: number, days: ArrayLike<number>): number[] {
  const first = base + (days[0] ?? 0) * DAY_MS
  const end = base + ((days[days.length - 1] ?? 0) + 1) * DAY_MS
  const places: number[] = []
  for (const gap of gapsBetween(zone, first, end)) {
    for (let at = 0; at < days.length; at++) {
      const begin = base + (days[at] ?? 0) * DAY_MS
      if (begin >= gap.to || begin + DAY_MS <= gap.from) continue
      for (const [index, slot] of slots.entries()) {
        if (begin + slot >= gap.from && begin + slot < gap.to) places.push(at * slots.length + index)
      }
    }
  }
  return places
}
