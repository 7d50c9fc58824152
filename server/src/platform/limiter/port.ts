export interface Rule {
  /** Must not change between releases, because counters in Redis outlive a process. */
  readonly key: string
  readonly window_ms: number
  readonly max: number
}

export interface Decision {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the oldest counted request leaves the window, rounded up. */
  readonly reset_s: number
}

export interface Limiter {
  /** Counts one request. Returns a plain value if no I/O is needed, because this runs on every request. */
  take(rule: Rule, key: string): Decision | Promise<Decision>
}

/** Compatible with a pino logger. */
export interface LimiterLog {
  info(message: string): void
  warn(message: string): void
}

/** Prefixed because a user's `sub` may look like an address and must not share its counter. */
export const userKey = (sub: string): string => `user:${sub}`
