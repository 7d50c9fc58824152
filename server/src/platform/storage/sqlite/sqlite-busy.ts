// Waits for another process's lock on the SQLite file without blocking the event loop.
import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5
const MAX_WAIT_MS = 5_000
const FIRST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 50

/** Rejects with SQLite's last error if the lock is not released in time. */
export async function whileBusy(work: () => void): Promise<void> {
  const giveUpAt = performance.now() + MAX_WAIT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
    }
    await sleep(pause)
  }
}

export const isBusy = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY
