// Assigns each timer of a schedule to the occurrence that starts nearest to it. Pure.
import { invalid } from '../../../platform/kernel/errors.ts'
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

/** Limits the memory of one report. */
const MAX_LINKED = 200_000

/** Add timers first, so that `hasTimers` can skip occurrences of schedules without timers. */
export class LinkedTimes {
  readonly #most: number
  readonly #timers = new Map<string, LinkedTimer[]>()
  readonly #occurrences = new Map<string, PlannedOccurrence[]>()
  #count = 0

  constructor(most = MAX_LINKED) {
    this.#most = most
  }

  addTimer(scheduleId: string, timer: LinkedTimer): void {
    this.#add(this.#timers, scheduleId, timer)
  }

  hasTimers(scheduleId: string): boolean {
    return this.#timers.has(scheduleId)
  }

  addOccurrence(scheduleId: string, occurrence: PlannedOccurrence): void {
    this.#add(this.#occurrences, scheduleId, occurrence)
  }

  /**
   * Visits occurrences that have measured time. If two are equally near, the earlier one gets the timer. Yields between
   * steps, so that the caller can pause.
   */
  *measured(visit: (item: MeasuredItem) => void): Generator<undefined, void> {
    for (const [id, occurrences] of this.#occurrences) {
      const sorted = occurrences.toSorted((a, b) => a.start - b.start)
      const times = new Map<number, number>()
      for (const { start, ms } of this.#timers.get(id) ?? []) {
        const at = nearest(sorted, start)
        times.set(at, (times.get(at) ?? 0) + ms)
        yield
      }
      for (const [at, measured_ms] of times) {
        const occurrence = sorted[at]
        if (occurrence) visit({ id, ...occurrence, measured_ms })
        yield
      }
    }
  }

  #add<T>(lists: Map<string, T[]>, key: string, item: T): void {
    if (++this.#count > this.#most) {
      throw invalid('end_date', 'must be earlier: there are too many linked timers in this period')
    }
    const list = lists.get(key)
    if (list) list.push(item)
    else lists.set(key, [item])
  }
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
