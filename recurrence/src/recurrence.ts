import { boundedCache } from './bounded-cache.ts'
import { makePlan, type Plan } from './expansion/plan.ts'
import { type Visit, walk } from './expansion/walk.ts'
import { type Occurrence, repeatsIn, type Series, type Window } from './occurrence.ts'
import { DAY_MS, LAST_INSTANT } from './year.ts'
import { toLocal } from './zone-offsets.ts'

export const MAX_OCCURRENCES = 10_000

export interface Expansion {
  /** Sorted by start. */
  readonly occurrences: Occurrence[]
  /** True if the window has more than MAX_OCCURRENCES. Then only the earliest are returned. */
  readonly cut: boolean
}

const plans = boundedCache<Plan>(300)
// Caches more ends than plans: an end is only one number, but finding a COUNT rule's end requires a walk from the
// start.
const ends = boundedCache<number>(5_000)

function planOf(series: Series): Plan {
  const { start_time, recurrence_end, recurrence_rule } = series
  const key = [start_time, repeatsIn(series), recurrence_end, recurrence_rule].join(' ')
  return plans.get(key, () => {
    const plan = makePlan(series)
    const { count } = plan.rule
    if (count === null) return plan
    const end = ends.get(key, () => endOfCount(plan, count))
    return { ...plan, last: Math.min(plan.last, end) }
  })
}

function endOfCount(plan: Plan, count: number): number {
  let seen = 0
  let end = Number.POSITIVE_INFINITY
  visitStarts(plan, plan.start, plan.last, instant => {
    seen++
    if (seen === count) end = instant
    return seen < count
  })
  return end
}

/** Visits the starts from `min` to `max`, both inclusive. The series start always counts as an occurrence. */
function visitStarts(plan: Plan, min: number, max: number, visit: Visit): void {
  if (plan.start >= min && plan.start <= max && !visit(plan.start)) return
  const first = Math.max(min, plan.start + 1)
  const last = Math.min(max, plan.last, LAST_INSTANT)
  if (first > last) return
  // Adds one day on both sides, because the local date may differ just before or after a DST change.
  const firstDay = Math.floor(toLocal(plan.zone, first) / DAY_MS) - 1
  const lastDay = Math.floor(toLocal(plan.zone, last) / DAY_MS) + 1
  walk(plan, firstDay, lastDay, instant => instant < first || (instant <= last && visit(instant)))
}

/**
 * Returns the occurrences in the window that start at `startsFrom` or later. Pass `startsFrom` to continue after an
 * expansion that was cut.
 */
export function expand(series: Series, window: Window, startsFrom = Number.NEGATIVE_INFINITY): Expansion {
  const length = series.end_time - series.start_time
  const { starts, cut } = startsIn(series, window, startsFrom)
  const occurrences = starts.map(start => ({
    instance_start: start,
    start_time: start,
    end_time: start + length,
  }))
  return { occurrences, cut }
}

/** Returns only the starts of the occurrences. Cheaper than `expand`, for reports that count many of them. */
export function startsIn(
  series: Series,
  window: Window,
  startsFrom = Number.NEGATIVE_INFINITY,
): { readonly starts: number[]; readonly cut: boolean } {
  const length = series.end_time - series.start_time
  const earliest = length === 0 ? window.from : window.from - length + 1
  const starts: number[] = []
  let cut = false
  visitStarts(planOf(series), Math.max(earliest, startsFrom), window.to - 1, instant => {
    cut = starts.length === MAX_OCCURRENCES
    if (!cut) starts.push(instant)
    return !cut
  })
  return { starts, cut }
}

export function isOccurrence(series: Series, instant: number): boolean {
  let found = false
  visitStarts(planOf(series), instant, instant, () => {
    found = true
    return false
  })
  return found
}

/** Returns whether the rule itself matches the start. A series includes its start in any case. */
export function startFollowsRule(series: Series): boolean {
  const plan = planOf(series)
  const day = Math.floor(toLocal(plan.zone, plan.start) / DAY_MS)
  let found = false
  walk(plan, day, day, instant => {
    found ||= instant === plan.start
    return !found
  })
  return found
}

export function countBefore(series: Series, instant: number, limit: number): number {
  let seen = 0
  visitStarts(planOf(series), series.start_time, instant - 1, () => ++seen < limit)
  return seen
}

export function startBefore(series: Series, instant: number): number | null {
  const plan = planOf(series)
  let found: number | null = null
  // Searches backward in growing steps, so that a dense series is not walked from its start.
  for (let days = 2; found === null; days *= 8) {
    const from = instant - days * DAY_MS
    visitStarts(plan, from, instant - 1, start => {
      found = start
      return true
    })
    if (from <= series.start_time) break
  }
  return found
}

export function startAfter(series: Series, instant: number): number | null {
  let found: number | null = null
  visitStarts(planOf(series), instant + 1, Number.POSITIVE_INFINITY, start => {
    found = start
    return false
  })
  return found
}

/** Returns infinity for a series without an end. */
export function lastPossibleStart(series: Series): number {
  return Math.max(series.start_time, planOf(series).last)
}

export function firstStarts(series: Series, limit: number): number[] {
  const starts: number[] = []
  visitStarts(
    planOf(series),
    series.start_time,
    Number.POSITIVE_INFINITY,
    start => starts.push(start) < limit,
  )
  return starts
}
