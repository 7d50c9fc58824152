// Waits until the outbox is empty or cannot be emptied now.
import type { LiveConnection } from '@daymark/client'

/** How long a sign-out waits for unsent writes. After that, they stay in this user's outbox. */
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
