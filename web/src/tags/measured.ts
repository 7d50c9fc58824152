// How much of the measured time of a timer belongs to a day or a week. Pure.
import type { Timer } from '@daymark/contract/timers/timer'

/**
 * Timers that started earlier may reach into the period, also with pauses of days. Lists are asked for by their start,
 * so they begin this many days before the period.
 */
export const DAYS_BEFORE = 7

/** The milliseconds of the segments between two moments, with corrections; nothing of a canceled timer. */
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
