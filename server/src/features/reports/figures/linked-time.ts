// Assigns each timer of a schedule to the occurrence with the nearest start. Pure.
import type { MeasuredItem } from './accuracy.ts'

export interface PlannedOccurrence {
  start: number
  planned_ms: number
  tag_ids: readonly string[]
}

export interface LinkedTimer {
  start: number
  ms: number
}

/**
 * Returns the occurrences that have measured time. If two occurrences are equally near, the earlier one gets the
 * timer.
 */
export function measuredOccurrences(
  scheduleId: string,
  occurrences: readonly PlannedOccurrence[],
  timers: readonly LinkedTimer[],
): MeasuredItem[] {
  const sorted = occurrences.toSorted((a, b) => a.start - b.start)
  const measured = new Map<number, number>()
  for (const { start, ms } of timers) {
    const at = nearest(sorted, start)
    if (at >= 0) measured.set(at, (measured.get(at) ?? 0) + ms)
  }
  return [...measured].flatMap(([at, measured_ms]) => {
    const occurrence = sorted[at]
    return occurrence ? [{ id: scheduleId, ...occurrence, measured_ms }] : []
  })
}

/** Returns the index of the nearest occurrence, or -1 if there is none. */
function nearest(sorted: readonly PlannedOccurrence[], start: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  const [before, after] = [sorted[low - 1], sorted[low]]
  if (!after) return low - 1
  return before && start - before.start <= after.start - start ? low - 1 : low
}
