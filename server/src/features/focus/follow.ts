// Updates focus runs when their timers are changed elsewhere, in the same transaction.
import type { NetRow } from '../../platform/changes/recording/net-rows.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { planFromChanges } from '../notifications/open.ts'
import { planSettling } from '../notifications/settle.ts'
import { type Split, splitsIn } from '../timers/corrections/splits.ts'
import { timerStore } from '../timers/store.ts'
import { currentTimer, type FocusRun, stateOf, withEvent } from './focus-run.ts'
import { planPhaseEnd } from './phase-jobs.ts'
import { saveRun } from './phase-timers.ts'
import { focusStore } from './store.ts'

/** Updates reminders, notifications and focus runs after every change. Returns true if it updated a run. */
export async function followChanges(tx: Tx, rows: readonly NetRow[], now: number): Promise<boolean> {
  await planFromChanges(tx, rows, now)
  return followTimers(tx, rows, now)
}

async function followTimers(tx: Tx, rows: readonly NetRow[], now: number): Promise<boolean> {
  const owners = new Set<string>()
  const splits = splitsIn(rows)
  const runs = new Set<string>()
  const shortened = new Set<string>()
  for (const { table, key, before, after, changed } of rows) {
    if (table === 'focus_runs') runs.add(String(key['id']))
    if (table === 'focus_runs' && logLength(after) < logLength(before)) shortened.add(String(key['id']))
    if (table !== 'timers' || before === null) continue
    if (after === null || changed.includes('status')) owners.add(String(key['owner_id']))
  }
  let changed = false
  for (const id of shortened) changed = (await catchUp(tx, id, now)) || changed
  for (const owner of owners) {
    const run = await focusStore(tx).current(owner)
    const followed = run && (await follow(tx, run, splits, now))
    if (!run || !followed) continue
    await saveRun(tx, followed, now)
    runs.add(run.id)
    changed = true
  }
  for (const id of runs) {
    const run = await focusStore(tx).find(id)
    await planPhaseEnd(tx, id, run, now)
    if (run && run.ended_at !== null)
      await planSettling(tx, { kind: 'focus', id, owner_id: run.owner_id }, now)
  }
  return changed
}

const logLength = (image: NetRow['after']): number => String(image?.['log'] ?? '').length

/**
 * An undo may remove events from a run's log. The run may then be over already, or in a later phase than its timers.
 * Saves such a run with its timers and returns true.
 */
async function catchUp(tx: Tx, id: string, now: number): Promise<boolean> {
  const run = await focusStore(tx).find(id)
  if (!run || run.ended_at !== null) return false
  const state = stateOf(run, now)
  const last = run.log.at(-1)?.at ?? run.started_at
  if (state.status !== 'ended' && state.phase.started_at <= last) return false
  await saveRun(tx, run, now)
  return true
}

/** If the last timer was split, replaces it with its second part, which may still be running. */
function continued(run: FocusRun, splits: readonly Split[]): FocusRun {
  const last = run.timer_ids.at(-1)
  const split = splits.find(({ first }) => first === last)
  return split ? { ...run, timer_ids: [...run.timer_ids.slice(0, -1), split.second] } : run
}

/**
 * Applies a split of the last timer to the run, and a pause, resume, end or deletion of the current timer. Returns
 * undefined if the run does not change.
 */
async function follow(
  tx: Tx,
  before: FocusRun,
  splits: readonly Split[],
  now: number,
): Promise<FocusRun | undefined> {
  const run = continued(before, splits)
  const agreed = run === before ? undefined : run
  const state = stateOf(run, now)
  const id = currentTimer(run, state)
  if (id === null) return agreed
  const timer = await timerStore(tx).find(id)
  const at = timer?.history.at(-1)?.at ?? now
  if (timer?.status === 'RUNNING') return state.status === 'paused' ? withEvent(run, 'resume', at) : agreed
  if (timer?.status === 'PAUSED') return state.status === 'running' ? withEvent(run, 'pause', at) : agreed
  return withEvent(run, 'stop', at)
}
