// After a reboot, PostgreSQL may start later than the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnusable } from './open-failure.ts'

const RETRY_MS = 1_000

export interface RetrySettings {
  waitSeconds: number
  /** Called before each retry. */
  retrying(reason: string): void
}

export async function whenReachable<T>(
  { waitSeconds, retrying }: RetrySettings,
  open: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + waitSeconds * 1000
  for (;;) {
    try {
      return await open()
    } catch (error) {
      const isTemporary = error instanceof DatabaseUnusable && error.isTemporary
      if (!isTemporary || performance.now() + RETRY_MS > giveUpAt) throw error
      retrying(error.message)
    }
    await sleep(RETRY_MS)
  }
}
