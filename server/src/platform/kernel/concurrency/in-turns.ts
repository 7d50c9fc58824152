// Processes long lists in short slices, so that the event loop serves other requests in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A slice may take a few milliseconds longer, because the clock is read only once per this many steps. */
const LONGEST_PART_MS = 8
const STEPS_PER_LOOK = 16

/** Runs a generator that can be paused at each yield. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  let since = performance.now()
  for (let steps = 1; ; steps++) {
    const { done, value } = work.next()
    if (done) return value
    if (steps % STEPS_PER_LOOK !== 0 || performance.now() - since < LONGEST_PART_MS) continue
    await nextTurn()
    since = performance.now()
  }
}

export const eachInTurns = <T>(list: Iterable<T>, work: (entry: T) => void): Promise<void> =>
  inTurns(
    (function* () {
      for (const entry of list) yield void work(entry)
    })(),
  )

export async function mapInTurns<T, R>(list: readonly T[], work: (entry: T, at: number) => R): Promise<R[]> {
  const results: R[] = []
  await eachInTurns(list, entry => {
    results.push(work(entry, results.length))
  })
  return results
}
