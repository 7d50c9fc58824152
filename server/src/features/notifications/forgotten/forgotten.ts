// Decides whether a running timer was probably forgotten and when it could have ended. Pure.
import type { History } from '../../timers/timer.ts'

export const FORGOTTEN_RULES = ['planned', 'entry', 'silent'] as const
export type ForgottenRule = (typeof FORGOTTEN_RULES)[number]

export interface ForgottenLimits {
  /** A timer is forgotten once it measures this many times its planned duration. */
  readonly factor: number
  /** A timer is forgotten once it has run for this long without activity on any of the person's devices. */
  readonly silent_ms: number
}

export interface RunningTimer {
  readonly history: History
  readonly started_at: number
  /** In seconds. */
  readonly allocated_duration: number
}

export interface Signs {
  readonly now: number
  /** Last activity on any of the person's devices; undefined if unknown. */
  readonly heard_at: number | undefined
  /**
   * Start of the first planned calendar entry that began after the timer was last started or resumed, and at least
   * `INTO_ENTRY_MS` ago. Undefined if there is none.
   */
  readonly next_entry: number | undefined
}

/** Timers younger than this are never checked. */
export const YOUNG_MS = 2 * 60_000

/** A timer is forgotten once it runs this far into the next planned calendar entry. */
export const INTO_ENTRY_MS = 30 * 60_000

export interface Forgotten {
  readonly rules: readonly ForgottenRule[]
  /**
   * When the measured time reached the planned duration, or `next_entry`, whichever came first; null if neither has
   * happened.
   */
  readonly planned_end: number | null
  readonly last_sign: number | null
}

export function forgottenBy(timer: RunningTimer, signs: Signs, limits: ForgottenLimits): Forgotten {
  const { now, heard_at, next_entry } = signs
  const planned = momentOf(timer, timer.allocated_duration * 1000)
  const over = momentOf(timer, timer.allocated_duration * 1000 * limits.factor)
  const rules: ForgottenRule[] = []
  if (over !== null && over <= now) rules.push('planned')
  if (next_entry !== undefined && next_entry + INTO_ENTRY_MS <= now) rules.push('entry')
  if (heard_at !== undefined && Math.max(heard_at, runningSince(timer)) + limits.silent_ms <= now)
    rules.push('silent')
  const ends = [planned, next_entry].filter(at => at !== null && at !== undefined && at <= now)
  return {
    rules,
    planned_end: ends.length === 0 ? null : Math.min(...(ends as number[])),
    last_sign: heard_at !== undefined && heard_at > timer.started_at ? heard_at : null,
  }
}

/** An entry or a silence before this does not matter, because the person resumed the timer afterwards. */
export const runningSince = ({ history, started_at }: RunningTimer): number =>
  history.at(-1)?.at ?? started_at

/** Returns when the measured time reaches `ms`; null if the timer is paused before that. */
function momentOf({ history }: RunningTimer, ms: number): number | null {
  let measured = 0
  let opened: number | undefined
  for (const { action, at } of history) {
    if (opened !== undefined && measured + at - opened >= ms) return opened + ms - measured
    if (opened !== undefined) measured += at - opened
    opened = action === 'start' || action === 'resume' ? at : undefined
  }
  return opened === undefined ? null : opened + ms - measured
}
