// Resolves when no write is waiting to be sent, when the server cannot be reached, or when the time is up.
import type { LiveConnection } from '@daymark/client'

/** A sign-out waits this long for unsent writes. Then they stay in the user's outbox. */
const PATIENCE_MS = 2000

export function drained(live: Pick<LiveConnection, 'status' | 'on'>): Promise<void> {
  const isDone = () => live.status.waiting === 0 || live.status.state === 'offline'
  if (isDone()) return Promise.resolve()
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, PATIENCE_MS)
    const stop = live.on('status', () => {
      if (isDone()) end()
    })
  })
}
