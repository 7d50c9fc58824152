// Opens the limiter that the settings ask for: in this process, or shared through Redis.
import { Redis, type RedisOptions } from 'ioredis'
import type { Clock } from '../kernel/clock.ts'
import { MemoryLimiter } from './memory.ts'
import type { Limiter, LimiterLog } from './port.ts'
import { RedisLimiter } from './redis.ts'
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
  /** Present with Redis: asks it now, for readiness. */
  readonly check?: () => Promise<LimiterState>
  close(): void
}

const redisOptions = {
  lazyConnect: true,
  connectTimeout: 2000,
  // A half-open connection (the other machine vanished) is given up instead of waiting for TCP to notice.
  socketTimeout: 5000,
  // A request that was counted elsewhere in the meantime must not be counted again when the connection returns.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: attempt => Math.min(attempt * 100, 1000),
  reconnectOnError: error => error.message.startsWith('READONLY'),
} satisfies RedisOptions

/** Never fails because of Redis: the server starts, counts alone, and joins when Redis comes. */
export async function openLimiter(options: OpenLimiterOptions): Promise<OpenedLimiter> {
  const { redis_url, ...rest } = options
  const local = new MemoryLimiter(options.clock)
  if (redis_url === undefined) return { limiter: local, close: () => local.close() }

  const redis = new Redis(redis_url, redisOptions)
  const shared = whileConnected(redis)
  await redis.connect().catch(() => {})
  const limiter = new ResilientLimiter({ ...rest, shared, local })
  await limiter.check()
  return {
    limiter,
    check: () => limiter.check(),
    close: () => {
      limiter.close()
      local.close()
      redis.disconnect()
    },
  }
}

/** Fails at once, with the cause, while there is no connection; ioredis would say only that its stream is closed. */
function whileConnected(redis: Redis): Limiter {
  const limiter = new RedisLimiter(redis)
  let fault = new Error('there is no connection')
  // Without a listener ioredis prints every failed attempt by itself.
  redis.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.message === '' ? new Error(error.code ?? error.name) : error
  })
  return { take: (rule, key) => (redis.status === 'ready' ? limiter.take(rule, key) : Promise.reject(fault)) }
}
