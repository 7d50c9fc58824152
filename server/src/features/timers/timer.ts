// The life cycle of a timer: a table of allowed actions per status, and times derived from the history. Pure.
import type { TimerAction, TimerStatus } from '@daymark/contract/timers/timer'

export type { TimerAction, TimerStatus }

/** Actions on an existing timer. */
export type Control = Exclude<TimerAction, 'start'>

export interface HistoryEntry {
  readonly action: TimerAction
  readonly at: number
}
export type History = readonly HistoryEntry[]

export interface Timer {
  id: string
  owner_id: string
  schedule_id: string | null
  todo_id: string | null
  title: string | null
  description: string | null
  /** The planned duration in seconds. Not rounded. */
  allocated_duration: number
  status: TimerStatus
  /** The time of the first start. Only a correction changes it. */
  started_at: number
  history: History
  /** The time of the last correction of the measured time, or null if there was none. */
  corrected_at: number | null
  version: number
  created_at: number
  updated_at: number
}

const TRANSITIONS: Record<TimerStatus, Record<Control, TimerStatus | null>> = {
  RUNNING: { pause: 'PAUSED', resume: null, stop: 'COMPLETED', cancel: 'CANCELLED' },
  PAUSED: { pause: null, resume: 'RUNNING', stop: 'COMPLETED', cancel: 'CANCELLED' },
  COMPLETED: { pause: null, resume: null, stop: null, cancel: null },
  CANCELLED: { pause: null, resume: null, stop: null, cancel: null },
}

/** Returns null if the action is not allowed in this status. */
export const nextStatus = (status: TimerStatus, control: Control): TimerStatus | null =>
  TRANSITIONS[status][control]

export const ACTIVE = ['RUNNING', 'PAUSED'] as const satisfies TimerStatus[]

/** Limits the history, because a message contains all entries and must stay well below a socket's send buffer limit. */
export const MAX_ENTRIES = 5_000

/**
 * Returns the timer after the action, or an error message. `pressedAt` is the time of the button press if the
 * command was sent later.
 */
export function advance(
  timer: Timer,
  control: Control,
  now: number,
  pressedAt?: number | null,
): Timer | string {
  const status = nextStatus(timer.status, control)
  if (status === null) return REFUSALS[timer.status]
  const tooLong = timer.history.length >= MAX_ENTRIES && (control === 'pause' || control === 'resume')
  if (tooLong) return 'The timer was paused and resumed too often. Stop it and start a new one.'
  const at = timeOfPress(pressedAt, now, timer.history.at(-1)?.at)
  if (typeof at === 'string') return at
  const history = [...timer.history, { action: control, at }]
  return { ...timer, status, history, updated_at: Math.max(now, at) }
}

/** How far a device's clock may be ahead of the server's. */
export const AHEAD_MS = 2_000
/** Maximum age of a command that is sent late. */
export const LATEST_MS = 30 * 86_400_000

/**
 * Returns the time to record for an event, or an error message. The time is never before `last` (the timer's last
 * event), even if the server's clock went back, because no segment may be negative.
 */
export function timeOfPress(
  pressedAt: number | null | undefined,
  now: number,
  last: number | undefined,
): number | string {
  const present = Math.max(now, last ?? now)
  if (pressedAt === null || pressedAt === undefined) return present
  if (pressedAt > present + AHEAD_MS)
    return 'The time of this action (at) is in the future. Check the clock of this device and try again.'
  if (pressedAt < now - LATEST_MS)
    return 'The time of this action (at) is more than 30 days ago. Choose a later time.'
  if (last !== undefined && pressedAt < last)
    return 'The time of this action (at) is before the last event of this timer. Check the timer and try again.'
  return Math.min(pressedAt, present)
}

const REFUSALS: Record<TimerStatus, string> = {
  RUNNING: 'This timer is already running.',
  PAUSED: 'This timer is already paused.',
  COMPLETED: 'This timer has already ended. Start a new one.',
  CANCELLED: 'This timer has already ended. Start a new one.',
}

/** True if the timer runs after this action. */
export const opens = (action: TimerAction): boolean => action === 'start' || action === 'resume'

/** Returns the measured time. The running segment counts up to `now`. */
export function elapsedMs(history: History, now: number): number {
  const last = history.at(-1)
  const open = last && opens(last.action) ? Math.max(0, now - last.at) : 0
  return (elapsedAtEntries(history).at(-1) ?? 0) + open
}

export function elapsedAtEntries(history: History): number[] {
  let total = 0
  let openedAt: number | undefined
  return history.map(({ action, at }) => {
    if (openedAt !== undefined) total += at - openedAt
    openedAt = opens(action) ? at : undefined
    return total
  })
}

export interface TimerMoments {
  /** The start of the running segment, or null if the timer is not running. */
  segment_started_at: number | null
  /** The time of the last pause. Null if the timer is running or was never paused. */
  paused_at: number | null
  ended_at: number | null
}

export function momentsOf(timer: Timer): TimerMoments {
  const running = timer.status === 'RUNNING'
  const lastAt = timer.history.at(-1)?.at ?? null
  const isActive = running || timer.status === 'PAUSED'
  return {
    segment_started_at: running ? lastAt : null,
    paused_at: running ? null : (timer.history.findLast(({ action }) => action === 'pause')?.at ?? null),
    ended_at: isActive ? null : lastAt,
  }
}
