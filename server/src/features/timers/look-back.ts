// Heals lost notices: reads from the feed what is missing, once per person, for all of their connections here.
import type { Delivery } from './delivery.ts'
import type { TimerFeed } from './feed.ts'

export interface LookBackParts {
  readonly feed: Pick<TimerFeed, 'after'>
  readonly log: { error(details: object, message: string): void }
  readonly retry_ms?: number
}

export type LookBack = (userId: string, deliveries: () => readonly Delivery[]) => void

export function lookBackFor({ feed, log, retry_ms = 1_000 }: LookBackParts): LookBack {
  const looking = new Map<string, { again: boolean }>()

  async function look(userId: string, deliveries: () => readonly Delivery[]): Promise<void> {
    for (let from = earliest(deliveries()); from !== undefined; ) {
      const changes = await feed.after(userId, from)
      const [first] = changes
      if (!first) return
      for (const delivery of deliveries()) {
        // The feed has forgotten what this one needs: it starts afresh with a new connection.
        if (delivery.position !== undefined && delivery.position + 1 < first.seq) delivery.abandon()
        else for (const change of changes) delivery.deliver(change)
      }
      from = changes.at(-1)?.seq
    }
  }

  return function lookBack(userId, deliveries) {
    const current = looking.get(userId)
    if (current) {
      current.again = true
      return
    }
    const state = { again: false }
    looking.set(userId, state)
    // While it is not known where a connection starts, it looks back by itself afterwards.
    for (const delivery of deliveries()) if (delivery.position === undefined) delivery.suspectGap()
    const finish = (again: boolean) => {
      looking.delete(userId)
      if (again) lookBack(userId, deliveries)
    }
    look(userId, deliveries).then(
      () => finish(state.again),
      error => {
        log.error({ err: error }, 'the feed could not be read; trying again')
        setTimeout(() => finish(true), retry_ms).unref()
      },
    )
  }
}

function earliest(deliveries: readonly Delivery[]): number | undefined {
  const positions = deliveries.flatMap(({ position }) => position ?? [])
  return positions.length > 0 ? Math.min(...positions) : undefined
}
