// Code that depends on the date uses this clock, so that tests can set the time.
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
