// Interfaces of rate limiting: rules, decisions and limiters.

export interface Rule {
  /** The name of the counter. It must not change between releases, because counters in Redis outlive a process. */
  readonly key: string
  readonly window_ms: number
  readonly max: number
}

export interface Decision {
  readonly allowed: boolean
  /** The maximum number of requests in one window. */
  readonly limit: number
  /** The number of requests that remain in the window. */
  readonly remaining: number
  /** Whole seconds until the oldest counted request leaves the window. */
  readonly reset_s: number
}

export interface Limiter {
  /**
   * Counts one request of `key` under `rule`. Returns a plain value if no I/O is needed, because this runs on
   * every request.
   */
  take(rule: Rule, key: string): Decision | Promise<Decision>
}

/** The logger methods that the limiter uses; a pino logger has them. */
export interface LimiterLog {
  info(message: string): void
  warn(message: string): void
}

/** Prefixed, because a user's `sub` may look like an address and must not share its counter. */
export const userKey = (sub: string): string => `user:${sub}`
