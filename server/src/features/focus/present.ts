import type * as wire from '@daymark/contract/focus/focus'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { currentTimer, type FocusRun, stateOf } from './focus-run.ts'

export function presentRun(run: FocusRun, at: number, zone: Zone): wire.FocusRun {
  const state = stateOf(run, at)
  const moment = (ms: number | null) => (ms === null ? null : zone.format(ms))
  const seconds = (ms: number) => Math.floor(ms / 1000)
  const hasEnded = state.status === 'ended'
  return {
    id: run.id,
    todo_id: run.todo_id,
    title: run.title,
    preset: run.preset,
    work_minutes: run.work_minutes,
    break_minutes: run.break_minutes,
    long_break_minutes: run.long_break_minutes,
    rounds: run.rounds,
    status: state.status,
    phase: hasEnded ? null : state.phase.kind,
    phase_index: state.phase.index,
    round: state.phase.round,
    phase_started_at: zone.format(state.phase.started_at),
    phase_ends_at: moment(state.ends_at),
    phase_elapsed_seconds: seconds(state.elapsed_ms),
    phase_remaining_seconds: state.remaining_ms === null ? null : Math.ceil(state.remaining_ms / 1000),
    next_phase: state.next?.kind ?? null,
    timer_id: currentTimer(run, state),
    timer_ids: [...run.timer_ids],
    log: run.log.map(({ action, at: pressed }) => ({ action, at: zone.format(pressed) })),
    as_of: zone.format(at),
    started_at: zone.format(run.started_at),
    ended_at: moment(state.ended_at),
    version: run.version,
  }
}
