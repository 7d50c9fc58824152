// All instances share these counters. Each request runs one atomic script.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Decision, Limiter, Rule } from './port.ts'
import { TAKE_SCRIPT } from './redis-script.ts'

export interface RedisLimiterOptions {
  readonly prefix?: string
  readonly script?: string
}

export class RedisLimiter implements Limiter {
  readonly #redis: Pick<Redis, 'eval' | 'evalsha'>
  readonly #prefix: string
  readonly #script: string
  readonly #sha: string

  constructor(redis: Pick<Redis, 'eval' | 'evalsha'>, options: RedisLimiterOptions = {}) {
    this.#redis = redis
    this.#prefix = options.prefix ?? 'daymark:limit:'
    this.#script = options.script ?? TAKE_SCRIPT
    this.#sha = createHash('sha1').update(this.#script).digest('hex')
  }

  async take(rule: Rule, key: string): Promise<Decision> {
    // The braces are a cluster hash tag that keeps all counters of one client on one node.
    const log = `${this.#prefix}{${key}}:${rule.key}`
    return decision(rule, await this.#run(log, rule.max, rule.window_ms))
  }

  async #run(log: string, max: number, window: number): Promise<unknown> {
    try {
      return await this.#redis.evalsha(this.#sha, 1, log, max, window)
    } catch (error) {
      // Redis loses scripts when it restarts or fails over. EVAL runs the script and loads it again.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return this.#redis.eval(this.#script, 1, log, max, window)
    }
  }
}

function decision(rule: Rule, reply: unknown): Decision {
  if (!Array.isArray(reply)) throw new Error('the rate limit script returned an unexpected result')
  const [allowed, remaining, reset] = reply
  if (typeof remaining !== 'number' || typeof reset !== 'number') {
    throw new Error('the rate limit script returned an unexpected result')
  }
  return { allowed: allowed === 1, limit: rule.max, remaining, reset_s: reset }
}
