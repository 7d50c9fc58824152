// Finds the batch that the server assigned to a write.
import type { Batch, LiveConnection, OutboxEntry } from '@daymark/client'

/** Limits the wait for a write's change. It may be late or, if sockets are blocked, arrive without the write's key. */
const PATIENCE_MS = 2000
const MOST = 500

export interface BatchesParts {
  live: Pick<LiveConnection, 'on'>
  /** Returns the newest batch that changed the item. */
  newestOf(id: string): Promise<string | undefined>
  wait?(ms: number): Promise<void>
}

export function batches({ live, newestOf, wait = pause }: BatchesParts) {
  const known = new Map<string, string>()
  const waiting = new Map<string, (batch: string) => void>()
  const stop = live.on('batch', ({ reply_to, batch_id }: Batch) => {
    if (reply_to === undefined) return
    known.set(reply_to, batch_id)
    waiting.get(reply_to)?.(batch_id)
    const [oldest] = known.keys()
    if (known.size > MOST && oldest !== undefined) known.delete(oldest)
  })

  function heard(key: string): Promise<string> {
    const found = known.get(key)
    if (found !== undefined) return Promise.resolve(found)
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.set(key, resolve)
    return promise.finally(() => waiting.delete(key))
  }

  return {
    stop,
    /** `done` settles with the write's response. Resolves to undefined if no batch is found. */
    async of(entry: Pick<OutboxEntry, 'key' | 'id'>, done: Promise<unknown>): Promise<string | undefined> {
      const batch = heard(entry.key)
      await done
      const found = await Promise.race([batch, wait(PATIENCE_MS).then(() => undefined)])
      return found ?? (entry.id === null ? undefined : newestOf(entry.id))
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
