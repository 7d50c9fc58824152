// Uses Redis pub/sub with one channel per connected user.
import type { Redis, RedisOptions } from 'ioredis'
import { newId } from '../kernel/ids.ts'
import type { Notice } from '../kernel/notice.ts'
import { connectRedisChannel } from '../redis/connect.ts'
import type { Bus, BusListener } from './bus.ts'

export interface RedisBusOptions {
  readonly url: string
  readonly log: { info(message: string): void; warn(message: string): void }
  readonly ping_ms?: number
  /** How long a join waits for Redis before it continues without other instances. */
  readonly join_ms?: number
}

/** A message without a notice means that notices were lost and the receiver must read the change log. */
interface Message {
  from: string
  user_id: string
  notice?: Notice
}

interface Membership {
  count: number
  /** Resolves when Redis confirms or refuses the subscription, or after `join_ms` without an answer. */
  ready: Promise<void>
}

const PREFIX = 'daymark:user:'
const MAX_CHANNELS_AT_ONCE = 1_000
const MAX_UNSENT = 100_000

const common = {
  connectTimeout: 2_000,
  // Closes the connection if Redis does not respond, because the other machine may have vanished without closing it.
  socketTimeout: 5_000,
  // Queued notices would be stale once Redis is back. Gap recovery reads the change log instead.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
} satisfies RedisOptions

export class RedisBus implements Bus {
  /** Identifies this instance's own messages when Redis returns them, so that they are not delivered twice. */
  readonly #instance = newId()
  readonly #options: Required<RedisBusOptions>
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #joined = new Map<string, Membership>()
  /** Users whose notices may not have reached other instances, because Redis did not confirm them. */
  readonly #unsent = new Set<string>()
  readonly #pings: NodeJS.Timeout
  #listener: BusListener | undefined
  #reachable = true

  constructor(options: RedisBusOptions) {
    this.#options = { ping_ms: 10_000, join_ms: 1_000, ...options }
    this.#publisher = connectRedisChannel(options.url, { ...common, enableAutoPipelining: true })
    // `#rejoin` resubscribes instead, because it must know when all channels are subscribed.
    this.#subscriber = connectRedisChannel(options.url, { ...common, autoResubscribe: false })
    for (const redis of [this.#publisher, this.#subscriber]) {
      // Without an error listener, ioredis prints every failed connection attempt.
      redis.on('error', error => this.#away(error))
    }
    this.#publisher.on('ready', () => this.#tellUnsent())
    this.#subscriber.on('ready', () => void this.#rejoin())
    this.#subscriber.on('messageBuffer', (_channel: Buffer, data: Buffer) => this.#onMessage(data))
    this.#pings = setInterval(() => {
      for (const redis of [this.#publisher, this.#subscriber]) redis.ping().catch(() => {})
    }, this.#options.ping_ms).unref()
  }

  publish(notices: readonly Notice[]): void {
    for (const notice of notices) {
      if (this.#joined.has(notice.user_id)) this.#listener?.notice(notice)
      this.#send(notice.user_id, notice)
    }
  }

  listen(listener: BusListener): void {
    this.#listener = listener
  }

  join(userId: string): Promise<void> {
    const known = this.#joined.get(userId)
    if (known) known.count++
    const membership = known ?? { count: 1, ready: this.#subscribe(userId) }
    this.#joined.set(userId, membership)
    return membership.ready
  }

  leave(userId: string): void {
    const membership = this.#joined.get(userId)
    if (!membership || --membership.count > 0) return
    this.#joined.delete(userId)
    this.#subscriber.unsubscribe(PREFIX + userId).catch(() => {})
  }

  async close(): Promise<void> {
    clearInterval(this.#pings)
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  /** Rejects if Redis does not answer. */
  async check(): Promise<void> {
    await Promise.all([this.#publisher.ping(), this.#subscriber.ping()])
  }

  async #subscribe(userId: string): Promise<void> {
    let late = false
    const confirmed = this.#subscriber.subscribe(PREFIX + userId).then(
      () => late && this.#listener?.lost(userId),
      // Errors are ignored because `#rejoin` subscribes to all channels once the connection is up.
      () => {},
    )
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      late = true
      timeout.resolve()
    }, this.#options.join_ms)
    await Promise.race([confirmed, timeout.promise])
    clearTimeout(timer)
  }

  async #rejoin(): Promise<void> {
    const channels = [...this.#joined.keys()].map(userId => PREFIX + userId)
    try {
      for (let i = 0; i < channels.length; i += MAX_CHANNELS_AT_ONCE) {
        await this.#subscriber.subscribe(...channels.slice(i, i + MAX_CHANNELS_AT_ONCE))
      }
      this.#back()
      this.#listener?.lost()
    } catch {
      // If the connection broke again, the next `ready` event retries.
    }
  }

  #onMessage(data: Buffer): void {
    const { from, user_id, notice } = JSON.parse(data.toString()) as Message
    if (from === this.#instance || !this.#joined.has(user_id)) return
    if (notice) this.#listener?.notice(notice)
    else this.#listener?.lost(user_id)
  }

  #send(user_id: string, notice?: Notice): void {
    const message: Message = { from: this.#instance, user_id, ...(notice && { notice }) }
    this.#publisher.publish(PREFIX + user_id, JSON.stringify(message)).catch(() => {
      if (this.#unsent.size < MAX_UNSENT) this.#unsent.add(user_id)
    })
  }

  #tellUnsent(): void {
    const users = [...this.#unsent]
    this.#unsent.clear()
    for (const userId of users) this.#send(userId)
  }

  #away(error: Error): void {
    if (!this.#reachable) return
    this.#reachable = false
    this.#options.log.warn(
      `Redis does not answer; sockets on other instances get no updates: ${error.message}`,
    )
  }

  #back(): void {
    if (this.#reachable) return
    this.#reachable = true
    this.#options.log.info('Redis answers again; sockets on all instances get updates')
  }
}
