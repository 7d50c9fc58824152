// Heals lost notices: reads from the feed what is missing, once per person, for all of their connections here.

import type { TimerFeed } from '../../../features/timers/feed.ts'
import type { Delivery } from './delivery.ts'

export interface LookBackParts {
  readonly feed: Pick<TimerFeed, 'after'>
  readonly log: { error(details: object, message: string): void }
  readonly retry_ms?: number
  readonly most_at_once?: number
}

export type LookBack = (userId: string, deliveries: () => readonly Delivery[]) => void

interface Search {
  userId: string
  deliveries: () => readonly Delivery[]
  /** Asked for again while it was running. */
  again: boolean
}

/** Few at once: when Redis comes back everybody has to look back, and the database has other work too. */
const MOST_AT_ONCE = 10

export function lookBackFor(parts: LookBackParts): LookBack {
  const { feed, log, retry_ms = 1_000, most_at_once = MOST_AT_ONCE } = parts
  const searches = new Map<string, Search>()
  const waiting: Search[] = []
  let running = 0

  function next(): void {
    if (running >= most_at_once) return
    const search = waiting.shift()
    if (!search) return
    running++
    search.again = false
    look(feed, search).then(
      () => finish(search),
      error => {
        log.error({ err: error }, 'the feed could not be read; trying again')
        search.again = true
        setTimeout(() => finish(search), retry_ms).unref()
      },
    )
  }

  function finish(search: Search): void {
    running--
    if (search.again) waiting.push(search)
    else searches.delete(search.userId)
    next()
  }

  return (userId, deliveries) => {
    const known = searches.get(userId)
    if (known) {
      known.again = true
      return
    }
    const search = { userId, deliveries, again: false }
    searches.set(userId, search)
    waiting.push(search)
    next()
  }
}

async function look(feed: LookBackParts['feed'], { userId, deliveries }: Search): Promise<void> {
  // While it is not known where a connection starts, it looks back by itself afterwards.
  for (const delivery of deliveries()) if (delivery.position === undefined) delivery.suspectGap()
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

function earliest(deliveries: readonly Delivery[]): number | undefined {
  const positions = deliveries.flatMap(({ position }) => position ?? [])
  return positions.length > 0 ? Math.min(...positions) : undefined
}
