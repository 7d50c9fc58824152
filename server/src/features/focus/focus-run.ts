import {
  type FocusAction,
  type FocusEvent,
  type FocusPhase,
  type FocusPlan,
  type FocusState,
  focusStateAt,
} from '@daymark/contract/focus/phases'

export interface FocusRun extends FocusPlan {
  id: string
  owner_id: string
  todo_id: string | null
  /** The title of the run's timers. */
  title: string | null
  log: readonly FocusEvent[]
  /** In the order of the work phases. */
  timer_ids: readonly string[]
  started_at: number
  ended_at: number | null
  version: number
  created_at: number
  updated_at: number
}

/** The log is sent with every change, so its length is limited. */
export const MAX_LOG = 1_000

export const stateOf = (run: FocusRun, now: number): FocusState => focusStateAt(run, run.log, now)

/** Appends an event. Its time is never before the last event's, even if the server's clock was set back. */
export function withEvent(run: FocusRun, action: FocusAction, at: number): FocusRun {
  const last = run.log.at(-1)?.at ?? at
  return { ...run, log: [...run.log, { action, at: Math.max(at, last) }] }
}

export const workPhases = ({ phases }: FocusState): FocusPhase[] =>
  phases.filter(({ kind }) => kind === 'work')

/** Returns the current work phase's timer. Null in a break, after the end, or if the timer is not stored yet. */
export function currentTimer(run: FocusRun, state: FocusState): string | null {
  if (state.status === 'ended' || state.phase.kind !== 'work') return null
  return run.timer_ids[workPhases(state).length - 1] ?? null
}
