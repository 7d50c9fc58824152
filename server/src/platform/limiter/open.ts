// Opens the limiter that the settings select: in this process, or shared through Redis.
import type { Clock } from '../kernel/time/clock.ts'
import { MemoryLimiter } from './memory.ts'
import type { Limiter, LimiterLog } from './port.ts'
import { type LimiterState, ResilientLimiter } from './resilient.ts'

export interface OpenLimiterOptions {
  readonly redis_url?: string | undefined
  readonly clock: Clock
  readonly log: LimiterLog
  readonly wait_ms?: number
  readonly retry_ms?: number
}

export interface OpenedLimiter {
  readonly limiter: Limiter
  /** Counts in this process alone and never waits. */
  readonly local: Limiter
  /** Present with Redis: checks it now, for readiness. */
  readonly check?: () => Promise<LimiterState>
  close(): void
}

/** Never fails because of Redis: the server starts, counts locally, and connects once Redis is up. */
export async function openLimiter(options: OpenLimiterOptions): Promise<OpenedLimiter> {
  const { redis_url, ...rest } = options
  const local = new MemoryLimiter(options.clock)
  if (redis_url === undefined) return { limiter: local, local, close: () => local.close() }

  // The library is loaded only if Redis is configured.
  const { connectRedisLimiter } = await import('./redis-connection.ts')
  const { shared, disconnect } = await connectRedisLimiter(redis_url)
  const limiter = new ResilientLimiter({ ...rest, shared, local })
  await limiter.check()
  return {
    limiter,
    local,
    check: () => limiter.check(),
    close: () => {
      limiter.close()
      local.close()
      disconnect()
    },
  }
}
