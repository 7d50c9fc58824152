import type { Timer } from '@daymark/contract/timers/timer'

/**
 * The server selects timers by their start, so requests begin this many days before the period. A timer that started
 * before the period may extend into the period, even after pauses of several days.
 */
export const DAYS_BEFORE = 7

/** Returns the tracked time in the range, in milliseconds. A canceled timer counts as 0. */
export function measuredBetween(
  { status, segments }: Pick<Timer, 'status' | 'segments'>,
  { from, to }: { from: number; to: number },
  now: number,
): number {
  if (status === 'CANCELLED') return 0
  return segments.reduce((sum, { start, end }) => {
    const last = Math.min(end === null ? now : Date.parse(end), to)
    return sum + Math.max(0, last - Math.max(Date.parse(start), from))
  }, 0)
}
