// Bounds the password hashes that run at the same time: each takes a thread and 19 MiB, and files share the threads.
import { overloaded } from '../../../platform/kernel/errors.ts'

/** Node has four threads for hashes, files and names: the others must go on. */
const MOST_RUNNING = 2
/** About a second of work. */
const MOST_WAITING = 24
const RETRY_AFTER_S = 2

export type HashQueue = ReturnType<typeof hashQueue>

export function hashQueue({ mostRunning = MOST_RUNNING, mostWaiting = MOST_WAITING } = {}) {
  const waiting: (() => void)[] = []
  let running = 0

  function leave(): void {
    const next = waiting.shift()
    // The place is handed on, so that nobody who arrives now overtakes who waits.
    if (next) next()
    else running--
  }

  return {
    /** Rejects with `unavailable` at once when too many wait already. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < mostRunning) running++
      else if (waiting.length < mostWaiting) await new Promise<void>(resolve => waiting.push(resolve))
      else
        throw overloaded(
          'Too many people are signing in at the moment. Try again in a moment.',
          RETRY_AFTER_S,
        )
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
