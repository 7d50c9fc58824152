import type { FieldError } from '../../../platform/kernel/errors.ts'
import type { Timer, TimerStatus } from '../timer.ts'
import { closedSegments, type Ending, historyOf, joinTouching, type Segment } from './segments.ts'

/** A timer that is not running, so all of its segments have an end. */
export type SettledTimer<T extends Timer = Timer> = T & { status: Exclude<TimerStatus, 'RUNNING'> }

export const isSettled = <T extends Timer>(timer: T): timer is SettledTimer<T> => timer.status !== 'RUNNING'

const ENDINGS = { PAUSED: 'pause', COMPLETED: 'stop', CANCELLED: 'cancel' } as const satisfies Record<
  SettledTimer['status'],
  Ending['action']
>

/** `at` is when the person made the correction; `now` is when the server records it. */
export interface CorrectionTime {
  readonly at: number
  readonly now: number
}

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
 * Splits a timer at `at`. The first part keeps the id. The second part keeps the status, so that a paused timer
 * can be resumed. Returns undefined if no time was measured before or after `at`.
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

/** Ends the timer at `end` and removes all later events. `end` may be in a pause. */
export const trimTimer = <T extends Timer>(timer: T, end: number, now: number): T => ({
  ...timer,
  status: 'COMPLETED',
  history: [...timer.history.filter(({ at }) => at < end), { action: 'stop', at: end }],
  corrected_at: now,
  updated_at: now,
})
