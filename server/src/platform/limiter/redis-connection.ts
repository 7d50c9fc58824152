import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { connectRedis } from '../redis/connect.ts'
import type { Limiter } from './port.ts'
import { RedisLimiter } from './redis.ts'

const redisOptions = {
  lazyConnect: true,
  connectTimeout: 2000,
  // Closes the connection if Redis does not respond, because the other machine may have vanished without closing it.
  socketTimeout: 5000,
  // Nothing is resent after a reconnect, because the requests were already counted locally.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: attempt => Math.min(attempt * 100, 1000),
  reconnectOnError: error => error.message.startsWith('READONLY'),
} satisfies RedisOptions

/** Resolves even if Redis is down. */
export async function connectRedisLimiter(url: string): Promise<{ shared: Limiter; disconnect(): void }> {
  const redis = connectRedis(url, redisOptions)
  const shared = whileConnected(redis)
  await redis.connect().catch(() => {})
  return { shared, disconnect: () => redis.disconnect() }
}

/** Rejects immediately with the cause while disconnected, because ioredis would only report a closed stream. */
function whileConnected(redis: Redis | Cluster): Limiter {
  const limiter = new RedisLimiter(redis)
  let fault = new Error('there is no connection')
  // Without an error listener, ioredis prints every failed connection attempt.
  redis.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.message === '' ? new Error(error.code ?? error.name) : error
  })
  return { take: (rule, key) => (redis.status === 'ready' ? limiter.take(rule, key) : Promise.reject(fault)) }
}
