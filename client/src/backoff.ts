// Exponential backoff with an upper limit. Jitter keeps many clients from retrying at the same moment.
export interface Backoff {
  /** Returns the next delay in milliseconds. */
  next(): number
  reset(): void
}

const FIRST_MS = 500
const LONGEST_MS = 30_000

/** `speed` divides the delays, for tests. */
export function backoff(speed = 1, random: () => number = Math.random): Backoff {
  let attempt = 0
  return {
    next() {
      const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt++)
      return (most / 2 + random() * (most / 2)) / speed
    },
    reset() {
      attempt = 0
    },
  }
}
