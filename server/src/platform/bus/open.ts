// Opens what the sockets of one instance share with the others: in this process, or through Redis.
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import { LocalPlaces, type Places } from './connection-quota.ts'
import { MemoryBus } from './memory.ts'

export interface OpenBusOptions {
  readonly redis_url?: string | undefined
  /** Sockets of one person at the same time. */
  readonly most: number
  readonly log: Logger
}

/** The library of Redis is loaded only where there is a Redis. */
export async function openBus({
  redis_url,
  most,
  log,
}: OpenBusOptions): Promise<{ bus: Bus; places: Places }> {
  if (redis_url === undefined) return { bus: new MemoryBus(), places: new LocalPlaces(most) }
  const { RedisBus } = await import('./redis.ts')
  const { RedisPlaces } = await import('./connection-quota-redis.ts')
  return { bus: new RedisBus({ url: redis_url, log }), places: new RedisPlaces({ url: redis_url, most }) }
}
