// Gap recovery: reads from the feed the changes whose notices were lost, one reader per user for all connections here.

import type { TimerFeed } from '../../../features/timers/feed.ts'
import type { Delivery } from './delivery.ts'

export interface GapRecoveryParts {
  readonly feed: Pick<TimerFeed, 'after'>
  readonly log: { error(details: object, message: string): void }
  readonly retry_ms?: number
  readonly max_concurrent?: number
}

/** The connections of one user that may have missed changes. */
export type RecoverGaps = (userId: string, deliveries: readonly Delivery[]) => void

interface Recovery {
  readonly userId: string
  /** Connections that asked since the last read began; the next read serves them. */
  waiting: Set<Delivery>
}

/** When Redis returns, every connected user needs a recovery at once, and the database has other work too. */
const MAX_CONCURRENT = 10

export function gapRecovery(parts: GapRecoveryParts): RecoverGaps {
  const { feed, log, retry_ms = 1_000, max_concurrent = MAX_CONCURRENT } = parts
  const recoveries = new Map<string, Recovery>()
  const queue: Recovery[] = []
  let running = 0

  function next(): void {
    if (running >= max_concurrent) return
    const recovery = queue.shift()
    if (!recovery) return
    running++
    const deliveries = [...recovery.waiting]
    recovery.waiting.clear()
    recover(feed, recovery.userId, deliveries).then(
      () => finish(recovery),
      error => {
        log.error({ err: error }, 'the feed could not be read; trying again')
        for (const delivery of deliveries) recovery.waiting.add(delivery)
        setTimeout(() => finish(recovery), retry_ms).unref()
      },
    )
  }

  function finish(recovery: Recovery): void {
    running--
    if (recovery.waiting.size > 0) queue.push(recovery)
    else recoveries.delete(recovery.userId)
    next()
  }

  return (userId, deliveries) => {
    const known = recoveries.get(userId)
    const recovery = known ?? { userId, waiting: new Set() }
    for (const delivery of deliveries) recovery.waiting.add(delivery)
    if (known || recovery.waiting.size === 0) return
    recoveries.set(userId, recovery)
    queue.push(recovery)
    next()
  }
}

async function recover(
  feed: GapRecoveryParts['feed'],
  userId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  // A connection that is still being greeted has no position yet: it asks again after the greeting.
  for (const delivery of deliveries) if (delivery.position === undefined) delivery.suspectGap()
  for (let from = earliestPosition(deliveries); from !== undefined; ) {
    const changes = await feed.after(userId, from)
    const [first] = changes
    if (!first) return
    for (const delivery of deliveries) {
      // The feed no longer holds what this connection needs, so it has to start over with a new one.
      if (delivery.position !== undefined && delivery.position + 1 < first.seq) delivery.abandon()
      else for (const change of changes) delivery.deliver(change)
    }
    from = deliveries.some(delivery => delivery.isOpen) ? changes.at(-1)?.seq : undefined
  }
}

function earliestPosition(deliveries: readonly Delivery[]): number | undefined {
  const positions = deliveries.flatMap(({ isOpen, position }) => (isOpen ? (position ?? []) : []))
  return positions.length > 0 ? Math.min(...positions) : undefined
}
