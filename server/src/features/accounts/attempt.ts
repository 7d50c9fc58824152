// How long to wait after failed attempts to sign in as one person: nothing at first, then doubling.

export interface Attempts {
  failures: number
  blocked_until: number
  last_at: number
}

const FREE = 5
const FIRST_DELAY_MS = 1_000
/** Long enough that guessing is hopeless, short enough that nobody is locked out for a day by a stranger. */
const LONGEST_DELAY_MS = 300_000
/** Failures that lie back further than this are forgotten. */
export const FORGET_MS = 86_400_000

export function delayAfter(failures: number): number {
  if (failures < FREE) return 0
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE), LONGEST_DELAY_MS)
}

/** Counts an attempt as failed before it is made, so that many at once are not all free. */
export function withOneMore(before: Attempts | undefined, now: number): Attempts {
  const failures = before && now - before.last_at < FORGET_MS ? before.failures + 1 : 1
  return { failures, blocked_until: now + delayAfter(failures), last_at: now }
}
