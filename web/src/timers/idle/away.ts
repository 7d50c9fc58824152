/** A user without input for this long counts as away. */
export const AWAY_MS = 5 * 60_000

export interface Away {
  readonly from: number
  readonly to: number
}

/** Returns the period without input, which ends now; undefined if it is too short. */
export const awayUntil = (lastInput: number, now: number): Away | undefined =>
  now - lastInput >= AWAY_MS ? { from: lastInput, to: now } : undefined

/** Returns the part of the period that the timer's running segment tracked; undefined if that part is too short. */
export function measuredAway({ from, to }: Away, segmentStart: number): Away | undefined {
  const start = Math.max(from, segmentStart)
  return to - start >= AWAY_MS ? { from: start, to } : undefined
}
