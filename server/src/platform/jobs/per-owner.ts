import type { Clock } from '../kernel/time/clock.ts'
import { Postponed } from './job.ts'
import type { JobHandler } from './runner.ts'

const WAIT_MS = 15_000

/**
 * Limits how many jobs of one person this instance runs at the same time, so that a receiver that does not answer delays
 * only that person's other jobs. The rest is postponed by 15 to 30 seconds.
 */
export function perOwner(handler: JobHandler, most: number, clock: Clock): JobHandler {
  const running = new Map<string, number>()
  return {
    ...handler,
    async run(job, signal) {
      const owner = job.owner_id ?? ''
      const count = running.get(owner) ?? 0
      if (owner !== '' && count >= most)
        throw new Postponed(clock.now() + Math.round(WAIT_MS * (1 + Math.random())))
      running.set(owner, count + 1)
      try {
        await handler.run(job, signal)
      } finally {
        const left = (running.get(owner) ?? 1) - 1
        if (left === 0) running.delete(owner)
        else running.set(owner, left)
      }
    },
  }
}
