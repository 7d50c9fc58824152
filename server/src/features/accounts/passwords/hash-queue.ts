// Limits concurrent password hashes. Each one takes 19 MiB and a thread from the pool that file access also uses.
import { overloaded } from '../../../platform/kernel/errors.ts'

/** Leaves two of the four threads in Node's pool for files and DNS. */
const MAX_RUNNING = 2
/** This many waiting hashes take about one second. */
const MAX_WAITING = 24
const RETRY_AFTER_S = 2

export function hashQueue({ mostRunning = MAX_RUNNING, mostWaiting = MAX_WAITING } = {}) {
  const waiting: (() => void)[] = []
  let running = 0

  function leave(): void {
    const next = waiting.shift()
    // Passes the slot to the next waiting job, so that a new job cannot overtake the queue.
    if (next) next()
    else running--
  }

  return {
    /** Rejects immediately with status 503 if the queue is full. */
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
