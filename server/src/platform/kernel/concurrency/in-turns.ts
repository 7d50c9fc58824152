// Processes long lists in slices, so that the event loop can serve other requests in between.
import { stopIfAbandoned } from './abandonment.ts'

/** A slice may run a few milliseconds longer, because the clock is read only once per `STEPS_PER_LOOK` steps. */
const LONGEST_PART_MS = 8
const STEPS_PER_LOOK = 16

export async function eachInTurns<T>(list: Iterable<T>, work: (entry: T) => void): Promise<void> {
  let since = performance.now()
  let steps = 0
  for (const entry of list) {
    work(entry)
    if (++steps % STEPS_PER_LOOK === 0 && isLong(since)) since = await pause()
  }
}

/** Runs a generator to its end, pausing at some of its yields. Use `stepsPerLook` 1 if single steps may be long. */
export async function inTurns<T>(work: Generator<undefined, T>, stepsPerLook = STEPS_PER_LOOK): Promise<T> {
  stopIfAbandoned()
  let since = performance.now()
  for (let steps = 1; ; steps++) {
    const { done, value } = work.next()
    if (done) return value
    if (steps % stepsPerLook === 0 && isLong(since)) since = await pause()
  }
}

export async function mapInTurns<T, R>(list: readonly T[], work: (entry: T, at: number) => R): Promise<R[]> {
  if (list.length < STEPS_PER_LOOK) return list.map(work)
  const results: R[] = []
  await eachInTurns(list, entry => {
    results.push(work(entry, results.length))
  })
  return results
}

/** Returns a function to call between steps. It pauses if the last pause was more than `LONGEST_PART_MS` ago. */
export function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (isLong(since)) since = await pause()
  }
}

const isLong = (since: number): boolean => performance.now() - since >= LONGEST_PART_MS

/** Paused work, in order. One piece continues per turn of the event loop, so that many pieces delay others no longer. */
const paused: (() => void)[] = []

function continueNext(): void {
  paused.shift()?.()
  if (paused.length > 0) setImmediate(continueNext)
}

/** Waits for a turn of the event loop that no other paused work continues in. */
export const ownTurn = (): Promise<void> =>
  new Promise<void>(resolve => {
    if (paused.push(resolve) === 1) setImmediate(continueNext)
  })

async function pause(): Promise<number> {
  await ownTurn()
  stopIfAbandoned()
  return performance.now()
}
