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
  /** Counts only in this process, without I/O. */
  readonly local: Limiter
  /** For the readiness probe. Undefined if Redis is not configured. */
  readonly check?: () => Promise<LimiterState>
  close(): void
}

/** Does not fail if Redis is down: the server starts, counts locally, and connects later. */
export async function openLimiter(options: OpenLimiterOptions): Promise<OpenedLimiter> {
  const { redis_url, ...rest } = options
  const local = new MemoryLimiter(options.clock)
  if (redis_url === undefined) return { limiter: local, local, close: () => local.close() }

  // Imports the Redis library only if Redis is configured.
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
