// The interface of rate limiting: rules, decisions, and limiters.

export interface Rule {
  /** Names the counter; stable across releases, because counters in Redis outlive a process. */
  readonly key: string
  readonly window_ms: number
  readonly max: number
}

export interface Decision {
  readonly allowed: boolean
  /** The most requests that the rule allows in one window. */
  readonly limit: number
  /** What is left after this request. */
  readonly remaining: number
  /** Whole seconds until the oldest counted request leaves the window. */
  readonly reset_s: number
}

export interface Limiter {
  /**
   * Counts one request of `key` under `rule`. A plain value if no I/O is needed, because this runs on every request.
   */
  take(rule: Rule, key: string): Decision | Promise<Decision>
}

/** The part of a logger that the limiter needs; a pino logger fits. */
export interface LimiterLog {
  info(message: string): void
  warn(message: string): void
}

/** Prefixed, so that a user whose `sub` looks like an address does not share the counter of that address. */
export const userKey = (sub: string): string => `user:${sub}`
