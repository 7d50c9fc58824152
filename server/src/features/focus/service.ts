// A person has at most one focus run at a time.
import type { FocusCreate } from '@daymark/contract/focus/focus'
import type { FocusAction, FocusState } from '@daymark/contract/focus/phases'
import { DEFAULT_FOCUS } from '@daymark/contract/focus/phases'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { todoStore } from '../planning/todos/store.ts'
import { preferenceStore } from '../preferences/store.ts'
import { type FocusRun, MAX_LOG, stateOf, withEvent } from './focus-run.ts'
import { planNotice } from './phase-jobs.ts'
import { saveRun } from './phase-timers.ts'
import { focusStore } from './store.ts'

const NO_RUN = 'There is no focus run. Start one first.'

export async function startFocus(tx: RequestTx, body: FocusCreate): Promise<FocusRun> {
  const { actor, now } = tx
  const store = focusStore(tx)
  const current = await store.current(actor.id)
  if (current && stateOf(current, now).status !== 'ended')
    throw conflict('A focus run is already active. Stop it before you start another one.')
  // The last phase of this run has just ended, but the job has not yet stored the end.
  if (current) await saveRun(tx, current, now)
  const todoTitle = await titleOf(tx, actor, body.todo_id)
  const run: FocusRun = {
    id: body.id ?? newId(),
    owner_id: actor.id,
    todo_id: body.todo_id ?? null,
    title: body.title ?? todoTitle,
    ...(await planOf(tx, actor, body)),
    log: [{ action: 'start', at: now }],
    timer_ids: [],
    started_at: now,
    ended_at: null,
    version: 0,
    created_at: now,
    updated_at: now,
  }
  await store.insert(run)
  return saveRun(tx, run, now)
}

export const pauseFocus = (tx: RequestTx): Promise<FocusRun> =>
  change(tx, 'pause', ({ status }) => (status === 'paused' ? 'The focus run is already paused.' : undefined))

export const resumeFocus = (tx: RequestTx): Promise<FocusRun> =>
  change(tx, 'resume', ({ status }) => (status === 'running' ? 'The focus run is not paused.' : undefined))

export const skipPhase = (tx: RequestTx, index: number | undefined): Promise<FocusRun> =>
  change(tx, 'skip', ({ phase }) =>
    index !== undefined && index !== phase.index ? 'That phase is already over.' : undefined,
  )

export const stopFocus = (tx: RequestTx): Promise<FocusRun> => change(tx, 'stop', () => undefined)

async function change(
  tx: RequestTx,
  action: Exclude<FocusAction, 'start'>,
  refusal: (state: FocusState) => string | undefined,
): Promise<FocusRun> {
  const { actor, now } = tx
  const run = await activeRun(tx, actor, now)
  const before = stateOf(run, now)
  const refused = refusal(before) ?? (run.log.length >= MAX_LOG && action !== 'stop' ? TOO_LONG : undefined)
  if (refused !== undefined) throw conflict(refused)
  const saved = await saveRun(tx, withEvent(run, action, now), now)
  const after = stateOf(saved, now)
  if (action === 'skip' && after.status !== 'ended') await planNotice(tx, saved, after.phase.index, now, now)
  return saved
}

const TOO_LONG = 'The focus run has too many changes. Stop it and start a new one.'

/** Treats a run as ended once its last phase is over, even if the end is not stored yet. */
export async function activeRun(db: Db, actor: Actor, now: number): Promise<FocusRun> {
  const run = await focusStore(db).current(actor.id)
  if (!run || stateOf(run, now).status === 'ended') throw notFound(NO_RUN)
  return run
}

async function titleOf(db: Db, actor: Actor, todoId: string | null | undefined): Promise<string | null> {
  const todo = todoId ? await todoStore(db).find(todoId) : undefined
  if (todoId && todo?.owner_id !== actor.id) throw notFound('Todo not found.')
  return todo?.title ?? null
}

async function planOf(db: Db, actor: Actor, body: FocusCreate) {
  const preferred = (await preferenceStore(db).find(actor.id))?.focus ?? DEFAULT_FOCUS
  return {
    preset: body.preset ?? preferred.preset,
    work_minutes: body.work_minutes ?? preferred.work_minutes,
    break_minutes: body.break_minutes ?? preferred.break_minutes,
    long_break_minutes: body.long_break_minutes ?? preferred.long_break_minutes,
    rounds: body.rounds ?? preferred.rounds,
  }
}
