// Processes long lists in short parts, so that other requests are served in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A part takes a few milliseconds longer at most: the clock is read once per this many steps. */
const LONGEST_PART_MS = 8
const STEPS_PER_LOOK = 16

/** Runs work that can be interrupted wherever it yields. */
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
