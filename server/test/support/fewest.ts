// Counts a request's statements although the server also works in the background.
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_AGAIN_MS = 50

/**
 * Waits until background work has ended. Then repeats the request until the smallest of at least five counts has
 * occurred three times, because other background work, such as rechecking a session, can only add statements.
 */
export async function fewest(count: () => number, request: () => Promise<unknown>): Promise<number> {
  for (let before = -1; before !== count(); await pause(LOOK_AGAIN_MS)) before = count()
  const counts: number[] = []
  for (;;) {
    const before = count()
    await request()
    counts.push(count() - before)
    const least = Math.min(...counts)
    if (counts.length >= 5 && counts.filter(each => each === least).length >= 3) return least
  }
}
