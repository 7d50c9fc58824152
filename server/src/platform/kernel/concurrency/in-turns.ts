// Goes through long lists in short parts, so that other requests are served in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A part takes a few milliseconds longer at most: the clock is read once for so many entries. */
const LONGEST_PART_MS = 8
const ENTRIES_PER_LOOK = 16

export async function eachInTurns<T>(list: Iterable<T>, work: (entry: T) => void): Promise<void> {
  let since = performance.now()
  let entries = 0
  for (const entry of list) {
    work(entry)
    if (++entries % ENTRIES_PER_LOOK !== 0 || performance.now() - since < LONGEST_PART_MS) continue
    await nextTurn()
    since = performance.now()
  }
}

export async function mapInTurns<T, R>(list: readonly T[], work: (entry: T, at: number) => R): Promise<R[]> {
  const results: R[] = []
  await eachInTurns(list, entry => {
    results.push(work(entry, results.length))
  })
  return results
}
