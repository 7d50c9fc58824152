// Limits each person's sockets across all instances. Each instance writes its number of sockets per person to Redis.
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { newId } from '../kernel/ids.ts'
import { connectRedis } from '../redis/connect.ts'
import type { ConnectionQuota } from './connection-quota.ts'

export interface RedisConnectionQuotaOptions {
  readonly url: string
  readonly most: number
  /** How long a count stays valid after an instance has written it. */
  readonly keep_ms?: number
  /** How long `take` and `count` wait for Redis. */
  readonly wait_ms?: number
}

/**
 * Stores this instance's number of sockets for one person. Returns 0 and stores nothing if the person would exceed the
 * quota across all instances.
 */
const TAKE = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local others = 0
local counts = redis.call('hgetall', KEYS[1])
for i = 1, #counts, 2 do
  local count, till = string.match(counts[i + 1], '^(%d+):(%d+)$')
  if counts[i] ~= ARGV[1] then
    if tonumber(till) > now then others = others + tonumber(count) else redis.call('hdel', KEYS[1], counts[i]) end
  end
end
if others + tonumber(ARGV[2]) > tonumber(ARGV[3]) then return 0 end
if ARGV[2] == '0' then redis.call('hdel', KEYS[1], ARGV[1]) return 1 end
redis.call('hset', KEYS[1], ARGV[1], ARGV[2] .. ':' .. string.format('%.0f', now + ARGV[4]))
redis.call('pexpire', KEYS[1], ARGV[4])
return 1`

/** Counts one person's sockets on other instances. */
const COUNT = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local others = 0
local counts = redis.call('hgetall', KEYS[1])
for i = 1, #counts, 2 do
  local count, till = string.match(counts[i + 1], '^(%d+):(%d+)$')
  if counts[i] ~= ARGV[1] and tonumber(till) > now then others = others + tonumber(count) end
end
return others`

const UNBOUNDED = Number.MAX_SAFE_INTEGER

const redisOptions = {
  connectTimeout: 2_000,
  socketTimeout: 5_000,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  // Reconnects when the server refuses writes, because the old primary may be a replica after a failover.
  reconnectOnError: error => error.message.startsWith('READONLY'),
} satisfies RedisOptions

export class RedisConnectionQuota implements ConnectionQuota {
  readonly #instance = newId()
  readonly #options: Required<RedisConnectionQuotaOptions>
  readonly #redis: Redis | Cluster
  readonly #held = new Map<string, number>()
  readonly #refreshing: NodeJS.Timeout

  constructor(options: RedisConnectionQuotaOptions) {
    this.#options = { keep_ms: 90_000, wait_ms: 250, ...options }
    this.#redis = connectRedis(options.url, redisOptions)
    // The bus already logs that Redis is down.
    this.#redis.on('error', () => {})
    this.#refreshing = setInterval(() => this.#refresh(), this.#options.keep_ms / 3).unref()
  }

  /** Counts only this process's sockets if Redis does not answer. */
  async take(userId: string): Promise<boolean> {
    const { most } = this.#options
    const count = (this.#held.get(userId) ?? 0) + 1
    if (count > most) return false
    this.#held.set(userId, count)
    const allowed = await this.#write(userId, most)
    if (!allowed) this.free(userId)
    return allowed
  }

  free(userId: string): void {
    const count = (this.#held.get(userId) ?? 0) - 1
    if (count > 0) this.#held.set(userId, count)
    else this.#held.delete(userId)
    void this.#write(userId, UNBOUNDED)
  }

  /** Counts only this process's sockets if Redis does not answer. */
  async count(userId: string): Promise<number> {
    const own = this.#held.get(userId) ?? 0
    const others = this.#redis.eval(COUNT, 1, keyOf(userId), this.#instance).then(Number, () => 0)
    return own + (await this.#within(others, 0))
  }

  close(): void {
    clearInterval(this.#refreshing)
    this.#redis.disconnect()
  }

  #refresh(): void {
    for (const userId of this.#held.keys()) void this.#write(userId, UNBOUNDED)
  }

  async #write(userId: string, most: number): Promise<boolean> {
    const count = this.#held.get(userId) ?? 0
    const answer = this.#redis
      .eval(TAKE, 1, keyOf(userId), this.#instance, count, most, this.#options.keep_ms)
      .then(
        reply => reply !== 0,
        () => true,
      )
    return this.#within(answer, true)
  }

  async #within<T>(answer: Promise<T>, otherwise: T): Promise<T> {
    const timeout = Promise.withResolvers<T>()
    const timer = setTimeout(() => timeout.resolve(otherwise), this.#options.wait_ms)
    const outcome = await Promise.race([answer, timeout.promise])
    clearTimeout(timer)
    return outcome
  }
}

const keyOf = (userId: string): string => `daymark:sockets:${userId}`
