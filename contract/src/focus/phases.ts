// Derives the phases from the plan, the log and an instant. Pure, so that the server and all devices agree.

export const FOCUS_PRESETS = ['pomodoro', 'flowtime', 'countdown'] as const
export type FocusPreset = (typeof FOCUS_PRESETS)[number]

export const FOCUS_ACTIONS = ['start', 'pause', 'resume', 'skip', 'stop'] as const
export type FocusAction = (typeof FOCUS_ACTIONS)[number]

export const FOCUS_PHASES = ['work', 'short_break', 'long_break'] as const
export type FocusPhaseKind = (typeof FOCUS_PHASES)[number]

export interface FocusPlan {
  readonly preset: FocusPreset
  readonly work_minutes: number
  readonly break_minutes: number
  readonly long_break_minutes: number
  readonly rounds: number
}

/** Used if neither the request nor the preferences contain a plan. */
export const DEFAULT_FOCUS = {
  preset: 'pomodoro',
  work_minutes: 25,
  break_minutes: 5,
  long_break_minutes: 15,
  rounds: 4,
} as const satisfies FocusPlan

/** A log entry. A phase that ends when its time is up leaves no entry, because the plan determines its end. */
export interface FocusEvent {
  readonly action: FocusAction
  /** Epoch milliseconds on the server's clock. */
  readonly at: number
}

export interface FocusPhase {
  /** 0 for the first phase of the run. */
  readonly index: number
  readonly kind: FocusPhaseKind
  /** Starts at 1. A break has the same round as the work phase before it. */
  readonly round: number
  /** Null if the phase has no fixed length and lasts until someone skips it or stops the run. */
  readonly length_ms: number | null
  readonly started_at: number
  readonly ended_at: number | null
  /** The periods in which the phase ran, without pauses. While the phase runs, the last one has no end. */
  readonly spans: readonly { readonly start: number; readonly end: number | null }[]
}

export interface FocusState {
  readonly status: 'running' | 'paused' | 'ended'
  /** All phases so far. The last one is the current phase, or the final phase of an ended run. */
  readonly phases: readonly FocusPhase[]
  readonly phase: FocusPhase
  /** How long `phase` has run, without pauses. */
  readonly elapsed_ms: number
  readonly remaining_ms: number | null
  /** When the phase will end on its own; null if it is paused, has no fixed length or has ended. */
  readonly ends_at: number | null
  readonly next: Pick<FocusPhase, 'kind' | 'round' | 'length_ms'> | null
  readonly ended_at: number | null
}

const MINUTE_MS = 60_000
/** A flowtime break lasts this share of the work phase, within the plan's two break lengths. */
const FLOWTIME_BREAK = 1 / 5

type Next = NonNullable<FocusState['next']>

/** Returns the run's state at an instant. Expects the log in chronological order, beginning with `start`. */
export function focusStateAt(plan: FocusPlan, log: readonly FocusEvent[], at: number): FocusState {
  const [first, ...rest] = log
  const start = first?.at ?? at
  const phases: FocusPhase[] = []
  const work = { kind: 'work', round: 1, length_ms: workLength(plan) } as const
  let current: FocusPhase | null = enter(work, 0, start)
  let endedAt: number | null = null

  function leave(moment: number): void {
    if (!current) return
    const left = closed(current, moment)
    phases.push({ ...left, ended_at: moment })
    const next = nextPhase(plan, left, elapsedOf(left, moment))
    current = next && enter(next, left.index + 1, moment)
    if (!next) endedAt = moment
  }
  function advance(moment: number): void {
    for (let end = endOf(current); end !== null && end <= moment; end = endOf(current)) leave(end)
  }

  for (const event of rest) {
    advance(event.at)
    if (!current) break
    if (event.action === 'pause') current = closed(current, event.at)
    else if (event.action === 'resume') current = opened(current, event.at)
    else if (event.action === 'skip') leave(event.at)
    else if (event.action === 'stop') {
      phases.push({ ...closed(current, event.at), ended_at: event.at })
      endedAt = event.at
      current = null
    }
  }
  // The server's clock may have been set back since the last event.
  const now = Math.max(at, log.at(-1)?.at ?? at)
  advance(now)
  const phase = current ?? phases.at(-1) ?? enter(work, 0, start)
  const elapsed = elapsedOf(phase, now)
  return {
    status: current === null ? 'ended' : isOpen(current) ? 'running' : 'paused',
    phases: current ? [...phases, current] : phases,
    phase,
    elapsed_ms: elapsed,
    remaining_ms: phase.length_ms === null ? null : Math.max(0, phase.length_ms - elapsed),
    ends_at: endOf(current),
    next: current && nextPhase(plan, current, elapsed),
    ended_at: endedAt,
  }
}

const workLength = ({ preset, work_minutes }: FocusPlan): number | null =>
  preset === 'flowtime' ? null : work_minutes * MINUTE_MS

/** Returns the phase after this one; null if this is the last. */
function nextPhase(plan: FocusPlan, { kind, round }: FocusPhase, elapsed: number): Next | null {
  if (kind === 'long_break' || plan.preset === 'countdown') return null
  if (kind === 'short_break') return { kind: 'work', round: round + 1, length_ms: workLength(plan) }
  const [short, long] = [plan.break_minutes * MINUTE_MS, plan.long_break_minutes * MINUTE_MS]
  if (plan.preset === 'flowtime') {
    const earned = Math.round((elapsed * FLOWTIME_BREAK) / 1000) * 1000
    return { kind: 'short_break', round, length_ms: Math.min(long, Math.max(short, earned)) }
  }
  return round < plan.rounds
    ? { kind: 'short_break', round, length_ms: short }
    : { kind: 'long_break', round, length_ms: long }
}

const enter = (next: Next, index: number, at: number): FocusPhase => ({
  ...next,
  index,
  started_at: at,
  ended_at: null,
  spans: [{ start: at, end: null }],
})

const isOpen = ({ spans }: FocusPhase): boolean => spans.at(-1)?.end === null

const closed = (phase: FocusPhase, at: number): FocusPhase => ({
  ...phase,
  spans: phase.spans.map(span => (span.end === null ? { ...span, end: at } : span)),
})

const opened = (phase: FocusPhase, at: number): FocusPhase =>
  isOpen(phase) ? phase : { ...phase, spans: [...phase.spans, { start: at, end: null }] }

const elapsedOf = ({ spans }: FocusPhase, at: number): number =>
  spans.reduce((sum, { start, end }) => sum + Math.max(0, (end ?? at) - start), 0)

/** Returns when a running phase will end on its own; null if it is paused or has no fixed length. */
function endOf(phase: FocusPhase | null): number | null {
  const last = phase?.spans.at(-1)
  if (!phase || !last || last.end !== null || phase.length_ms === null) return null
  return last.start + phase.length_ms - elapsedOf({ ...phase, spans: phase.spans.slice(0, -1) }, last.start)
}
