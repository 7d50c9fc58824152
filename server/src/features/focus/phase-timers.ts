// Each work phase of a focus run has one ordinary timer, which has the same pauses.
import type { FocusPhase } from '@daymark/contract/focus/phases'
import { newId } from '../../platform/kernel/ids.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { TIMER_ACTION_NOTICE, type TimerActionNotice } from '../timers/activity/activity.ts'
import { linksOfNew } from '../timers/control/links.ts'
import { timerStore } from '../timers/store.ts'
import { ACTIVE, advance, type Control, type HistoryEntry, type Timer } from '../timers/timer.ts'
import { type FocusRun, stateOf, workPhases } from './focus-run.ts'
import { focusStore } from './store.ts'

/** Stores the run, and creates and updates its timers up to now. */
export async function saveRun(tx: Tx, run: FocusRun, now: number): Promise<FocusRun> {
  const state = stateOf(run, now)
  const timer_ids = [...run.timer_ids]
  for (const [at, phase] of workPhases(state).entries()) {
    const id = timer_ids[at]
    if (id === undefined) timer_ids.push((await addPhaseTimer(tx, run, phase, now)).id)
    // Skips earlier timers, which have already ended.
    else if (at >= run.timer_ids.length - 1) await followPhase(tx, id, phase, now)
  }
  const saved = { ...run, timer_ids, ended_at: state.ended_at, updated_at: now }
  await focusStore(tx).save(saved)
  return saved
}

async function addPhaseTimer(tx: Tx, run: FocusRun, phase: FocusPhase, now: number): Promise<Timer> {
  const { owner_id, todo_id, title } = run
  const history = historyOf(phase)
  const last = history.at(-1)?.action
  const measured = {
    status: last === 'stop' ? 'COMPLETED' : last === 'pause' ? 'PAUSED' : 'RUNNING',
    started_at: phase.started_at,
    history,
    allocated_duration: phase.length_ms === null ? run.work_minutes * 60 : phase.length_ms / 1000,
  } as const
  const timer: Timer = {
    id: newId(),
    owner_id,
    ...(await linksOfNew(tx, owner_id, { todo_id })),
    title,
    description: null,
    ...measured,
    corrected_at: null,
    version: 0,
    created_at: now,
    updated_at: now,
  }
  await timerStore(tx).insert(timer)
  announce(tx, timer, 'start')
  return timer
}

function historyOf({ spans, ended_at }: FocusPhase): HistoryEntry[] {
  const history = spans.flatMap(({ start, end }, at): HistoryEntry[] => [
    { action: at === 0 ? 'start' : 'resume', at: start },
    ...(end === null || end === ended_at ? [] : [{ action: 'pause' as const, at: end }]),
  ])
  return ended_at === null ? history : [...history, { action: 'stop', at: ended_at }]
}

/** Updates an active timer to the state of its phase. Does not change a timer that the person has ended. */
async function followPhase(tx: Tx, id: string, phase: FocusPhase, now: number): Promise<void> {
  const store = timerStore(tx)
  const timer = await store.find(id)
  if (!timer || !isActive(timer)) return
  const last = phase.spans.at(-1)
  const [control, at]: [Control | undefined, number] =
    phase.ended_at !== null
      ? ['stop', phase.ended_at]
      : last?.end === null
        ? [timer.status === 'PAUSED' ? 'resume' : undefined, last.start]
        : [timer.status === 'RUNNING' ? 'pause' : undefined, last?.end ?? now]
  if (!control) return
  const notBefore = Math.max(at, timer.history.at(-1)?.at ?? at)
  const after = advance(timer, control, Math.max(now, notBefore), notBefore)
  if (typeof after === 'string') return
  await store.replace(timer, after)
  announce(tx, after, control)
}

const isActive = ({ status }: Timer): boolean => ACTIVE.some(active => active === status)

function announce(tx: Tx, timer: Timer, action: TimerActionNotice['action']): void {
  const { id, owner_id, title, updated_at } = timer
  const body: TimerActionNotice = { owner_id, timer_id: id, timer_title: title, action, at: updated_at }
  tx.emit({ user_id: owner_id, kind: TIMER_ACTION_NOTICE, body })
}
