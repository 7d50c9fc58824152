// Rules of the login throttle: the first failures cause no delay, each further failure doubles the delay up to a limit,
// and failures expire one by one.

export interface Attempts {
  failures: number
  blocked_until: number
  /** When a failure last expired, or when the first one was counted. The next failure expires `forgive_ms` later. */
  last_at: number
}

export interface ThrottlePolicy {
  /** The number of failures before the first delay. */
  free: number
  longest_delay_ms: number
  /** One failure expires after each period of this length, so that no attack blocks an account forever. */
  forgive_ms: number
}

/** The policy for one source: a network, a known device, or a session. */
export const SOURCE: ThrottlePolicy = { free: 5, longest_delay_ms: 300_000, forgive_ms: 300_000 }
/** The policy for all networks together, against distributed attacks. */
export const ALL_NETWORKS: ThrottlePolicy = { free: 100, longest_delay_ms: 60_000, forgive_ms: 36_000 }

const FIRST_DELAY_MS = 1_000

export function delayAfter(failures: number, policy: ThrottlePolicy): number {
  if (failures < policy.free) return 0
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - policy.free), policy.longest_delay_ms)
}

/** Subtracts the failures that have expired by `now`. */
export function forgiven(before: Attempts, now: number, { forgive_ms }: ThrottlePolicy): Attempts {
  const due = Math.max(0, Math.floor((now - before.last_at) / forgive_ms))
  const failures = Math.max(0, before.failures - due)
  return { ...before, failures, last_at: failures === 0 ? now : before.last_at + due * forgive_ms }
}

/** Counts an attempt as failed before the password is checked, so that concurrent attempts are throttled too. */
export function countFailure(before: Attempts | undefined, now: number, policy: ThrottlePolicy): Attempts {
  const left = before ? forgiven(before, now, policy) : { failures: 0, last_at: now }
  const failures = left.failures + 1
  return { failures, blocked_until: now + delayAfter(failures, policy), last_at: left.last_at }
}

/** Removes the counted failure if the attempt succeeded or the server could not complete it. */
export function forgetFailure(before: Attempts, now: number, policy: ThrottlePolicy): Attempts {
  const failures = Math.max(0, before.failures - 1)
  const blocked_until = Math.min(before.blocked_until, now + delayAfter(failures, policy))
  return { ...before, failures, blocked_until }
}
