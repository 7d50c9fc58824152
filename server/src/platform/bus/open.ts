import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import { type ConnectionQuota, LocalConnectionQuota } from './connection-quota.ts'
import { MemoryBus } from './memory.ts'

export interface OpenBusOptions {
  readonly redis_url?: string | undefined
  readonly most: number
  readonly log: Logger
}

/** Imports the Redis library only if Redis is configured. */
export async function openBus({
  redis_url,
  most,
  log,
}: OpenBusOptions): Promise<{ bus: Bus; quota: ConnectionQuota }> {
  if (redis_url === undefined) return { bus: new MemoryBus(), quota: new LocalConnectionQuota(most) }
  const { RedisBus } = await import('./redis.ts')
  const { RedisConnectionQuota } = await import('./connection-quota-redis.ts')
  return {
    bus: new RedisBus({ url: redis_url, log }),
    quota: new RedisConnectionQuota({ url: redis_url, most }),
  }
}
