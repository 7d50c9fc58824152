// One reader per user reads new changes from the log for all of their connections in this process. Notices and gap
// recovery use the same path, so a lost notice only causes a delay.
import type { ChangeLog, LogPage } from '../../../features/history/log.ts'
import type { Delivery } from './delivery.ts'

export interface CatchUpParts {
  readonly log: Pick<ChangeLog, 'after'>
  readonly logger: { error(details: object, message: string): void }
  readonly retry_ms?: number
  readonly max_concurrent?: number
}

/** Called if these connections of one user may have missed changes. */
export type CatchUp = (userId: string, deliveries: readonly Delivery[]) => void

interface Reader {
  readonly userId: string
  /** The connections that the next read serves. */
  readonly waiting: Set<Delivery>
}

/** Limits concurrent reads, because every connected user needs one when Redis comes back. */
const MAX_CONCURRENT = 10

export function catchUpWith(parts: CatchUpParts): CatchUp {
  const { logger, retry_ms = 1_000, max_concurrent = MAX_CONCURRENT } = parts
  const readers = new Map<string, Reader>()
  const queue: Reader[] = []
  let running = 0

  function next(): void {
    if (running >= max_concurrent) return
    const reader = queue.shift()
    if (!reader) return
    running++
    const deliveries = [...reader.waiting]
    reader.waiting.clear()
    readFor(parts, reader.userId, deliveries).then(
      () => finish(reader),
      error => {
        logger.error({ err: error }, 'the change log could not be read; trying again')
        for (const delivery of deliveries) reader.waiting.add(delivery)
        setTimeout(() => finish(reader), retry_ms).unref()
      },
    )
  }

  function finish(reader: Reader): void {
    running--
    if (reader.waiting.size > 0) queue.push(reader)
    else readers.delete(reader.userId)
    next()
  }

  return (userId, deliveries) => {
    const known = readers.get(userId)
    const reader = known ?? { userId, waiting: new Set() }
    for (const delivery of deliveries) reader.waiting.add(delivery)
    if (known || reader.waiting.size === 0) return
    readers.set(userId, reader)
    queue.push(reader)
    next()
  }
}

async function readFor(
  { log, logger }: CatchUpParts,
  userId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  // A connection that is busy with a greeting or a response catches up when it resumes.
  for (const delivery of deliveries) if (delivery.position === undefined) delivery.postpone()
  for (let from = earliestPosition(deliveries); from !== undefined; ) {
    const page = await log.after(userId, from)
    if (!page) {
      for (const delivery of deliveries) if (delivery.position === from) delivery.abandon()
      from = earliestPosition(deliveries.filter(delivery => delivery.position !== from))
      continue
    }
    for (const delivery of deliveries) {
      // Delivery may have paused while the page was read.
      if (delivery.position === undefined) delivery.postpone()
      else applyTo(delivery, page, logger)
    }
    from = page.upTo > from ? page.upTo : undefined
    if (!deliveries.some(delivery => delivery.isOpen)) from = undefined
  }
}

/** Closes a failing connection, so that it neither blocks the others nor is retried forever. */
function applyTo(delivery: Delivery, page: LogPage, logger: CatchUpParts['logger']): void {
  try {
    delivery.apply(page)
  } catch (error) {
    logger.error({ err: error }, 'a change could not be sent; the connection is closed')
    delivery.abandon()
  }
}

function earliestPosition(deliveries: readonly Delivery[]): number | undefined {
  const positions = deliveries.flatMap(({ isOpen, position }) => (isOpen ? (position ?? []) : []))
  return positions.length > 0 ? Math.min(...positions) : undefined
}
