// Counts in Redis, or in this process while Redis does not answer. Switches back automatically.
import type { Clock } from '../kernel/time/clock.ts'
import type { Decision, Limiter, LimiterLog, Rule } from './port.ts'

/** `shared`: all instances share one count. `local`: each instance counts separately. */
export type LimiterState = 'shared' | 'local'

export interface ResilientOptions {
  readonly shared: Limiter
  readonly local: Limiter
  readonly clock: Clock
  readonly log: LimiterLog
  /** How long a request waits for Redis. */
  readonly wait_ms?: number
  /** The delay between attempts to switch back. */
  readonly retry_ms?: number
}

const LOG_EVERY_MS = 60_000

// Used to run the real script as a check, because a replica or a full Redis answers a ping but cannot count.
const probe: Rule = { key: 'probe', window_ms: 1000, max: 1 }

export class ResilientLimiter implements Limiter {
  readonly #options: Required<ResilientOptions>
  #state: LimiterState = 'shared'
  #warnedAt = Number.NEGATIVE_INFINITY
  #outageWasLogged = false
  #retry: NodeJS.Timeout | undefined
  #checking: Promise<LimiterState> | undefined
  #closed = false

  constructor(options: ResilientOptions) {
    this.#options = { wait_ms: 250, retry_ms: 1000, ...options }
  }

  get state(): LimiterState {
    return this.#state
  }

  take(rule: Rule, key: string): Decision | Promise<Decision> {
    return this.#state === 'local' ? this.#options.local.take(rule, key) : this.#takeShared(rule, key)
  }

  /** Finds out whether Redis can count, and switches to it or away from it. Concurrent calls share one attempt. */
  check(): Promise<LimiterState> {
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#retry)
  }

  async #takeShared(rule: Rule, key: string): Promise<Decision> {
    const { shared, local, wait_ms } = this.#options
    try {
      return await within(wait_ms, shared.take(rule, key))
    } catch (error) {
      this.#lost(error)
      return local.take(rule, key)
    }
  }

  async #ask(): Promise<LimiterState> {
    const { shared, wait_ms } = this.#options
    try {
      await within(wait_ms, shared.take(probe, 'probe'))
      this.#regained()
    } catch (error) {
      this.#lost(error)
    }
    return this.#state
  }

  #lost(error: unknown): void {
    if (this.#closed) return
    this.#state = 'local'
    this.#warn(error)
    if (this.#retry !== undefined) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      void this.check()
    }, this.#options.retry_ms).unref()
  }

  #warn(error: unknown): void {
    const now = this.#options.clock.now()
    if (Math.abs(now - this.#warnedAt) < LOG_EVERY_MS) return
    this.#warnedAt = now
    this.#outageWasLogged = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.log.warn(`Redis does not answer; this instance counts rate limits on its own: ${reason}`)
  }

  #regained(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#state = 'shared'
    if (!this.#outageWasLogged) return
    this.#outageWasLogged = false
    this.#options.log.info('Redis answers again; rate limits are shared by all instances')
  }
}

async function within<T>(limit_ms: number, answer: T | Promise<T>): Promise<T> {
  if (!(answer instanceof Promise)) return answer
  return new Promise<T>((resolve, reject) => {
    const tooSlow = () => reject(new Error(`no answer within ${limit_ms} ms`))
    // Waits for one more event loop iteration: if this process was blocked, the answer may already be there.
    const timer = setTimeout(() => setImmediate(tooSlow), limit_ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
