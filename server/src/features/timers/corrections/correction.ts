// What corrections make of a timer: other segments, two parts, or an earlier end. Pure.
import type { FieldError } from '../../../platform/kernel/errors.ts'
import type { Timer, TimerStatus } from '../timer.ts'
import { closedSegments, type Ending, historyOf, joinTouching, type Segment } from './segments.ts'

/** A timer that is not running: all its segments are closed. */
export type SettledTimer<T extends Timer = Timer> = T & { status: Exclude<TimerStatus, 'RUNNING'> }

export const isSettled = <T extends Timer>(timer: T): timer is SettledTimer<T> => timer.status !== 'RUNNING'

const ENDINGS = { PAUSED: 'pause', COMPLETED: 'stop', CANCELLED: 'cancel' } as const satisfies Record<
  SettledTimer['status'],
  Ending['action']
>

/** When the correction was made, and when the server recorded it. */
export interface CorrectionTime {
  readonly at: number
  readonly now: number
}

/** The measured time of a completed timer that was never running. */
export function recordOf(segments: readonly Segment[]): Pick<Timer, 'status' | 'started_at' | 'history'> {
  const history = historyOf(joinTouching(segments), { action: 'stop' })
  return { status: 'COMPLETED', started_at: segments[0]?.start ?? 0, history }
}

export function withSegments<T extends Timer>(
  timer: SettledTimer<T>,
  segments: readonly Segment[],
  { at, now }: CorrectionTime,
): T {
  const history = historyOf(joinTouching(segments), { action: ENDINGS[timer.status] })
  return { ...timer, started_at: segments[0]?.start ?? 0, history, corrected_at: at, updated_at: now }
}

/**
 * The first part keeps the id and ends at the latest at `at`; the second one ends as the whole did, so that a paused
 * timer can be resumed there. Undefined unless time was measured on both sides.
 */
export function splitTimer<T extends Timer>(
  timer: SettledTimer<T>,
  at: number,
  secondId: string,
  now: number,
): [T, T] | undefined {
  const segments = closedSegments(timer.history)
  const before = segments.filter(({ start }) => start < at)
  const first = before.map(({ start, end }) => ({ start, end: Math.min(end, at) }))
  const after = segments.filter(({ end }) => end > at)
  const second = after.map(({ start, end }) => ({ start: Math.max(start, at), end }))
  const [start] = second
  if (first.length === 0 || start === undefined) return undefined
  const status = timer.status === 'PAUSED' ? 'COMPLETED' : timer.status
  const corrected = { ...timer, corrected_at: now, updated_at: now }
  const whole = { action: ENDINGS[timer.status], at: timer.history.at(-1)?.at ?? at }
  return [
    { ...corrected, status, history: historyOf(first, { action: ENDINGS[status] }) },
    {
      ...corrected,
      id: secondId,
      started_at: start.start,
      history: historyOf(second, whole),
      version: 0,
      created_at: now,
    },
  ]
}

export function trimFaults(timer: Timer, end: number, now: number): FieldError[] {
  if (end > now) return [{ path: 'end', message: 'must not be in the future' }]
  return end <= timer.started_at ? [{ path: 'end', message: 'must be after the start of the timer' }] : []
}

/** Drops everything from `end` on. Inside a pause, the timer is stopped then, and the pause stays. */
export const trimTimer = <T extends Timer>(timer: T, end: number, now: number): T => ({
  ...timer,
  status: 'COMPLETED',
  history: [...timer.history.filter(({ at }) => at < end), { action: 'stop', at: end }],
  corrected_at: now,
  updated_at: now,
})
