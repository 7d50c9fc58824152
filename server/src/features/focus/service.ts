// A person has at most one focus run at a time.
import type { FocusCreate } from '@daymark/contract/focus/focus'
import type { FocusAction, FocusState } from '@daymark/contract/focus/phases'
import { DEFAULT_FOCUS } from '@daymark/contract/focus/phases'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { todoStore } from '../planning/todos/store.ts'
import { preferenceStore } from '../preferences/store.ts'
import { type FocusRun, MAX_LOG, stateOf, withEvent } from './focus-run.ts'
import { planNotice } from './phase-jobs.ts'
import { saveRun } from './phase-timers.ts'
import { focusStore } from './store.ts'

export type FocusService = ReturnType<typeof focusService>

export interface ReadRun {
  /** The time for which the run's state is computed. */
  at: number
  run: FocusRun
}

const NO_RUN = 'There is no focus run. Start one first.'

export function focusService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  const change = (
    actor: Actor,
    action: Exclude<FocusAction, 'start'>,
    refusal: (state: FocusState) => string | undefined,
  ): Promise<ReadRun> =>
    uow.write([actor.id], async tx => {
      const now = clock.now()
      const run = await activeRun(tx, actor, now)
      const before = stateOf(run, now)
      const refused =
        refusal(before) ?? (run.log.length >= MAX_LOG && action !== 'stop' ? TOO_LONG : undefined)
      if (refused !== undefined) throw conflict(refused)
      const saved = await saveRun(tx, withEvent(run, action, now), now)
      const after = stateOf(saved, now)
      if (action === 'skip' && after.status !== 'ended')
        await planNotice(tx, saved, after.phase.index, now, now)
      return { at: now, run: saved }
    })

  return {
    get: (actor: Actor): Promise<ReadRun> =>
      uow.read(async db => {
        const now = clock.now()
        return { at: now, run: await activeRun(db, actor, now) }
      }),

    start: (actor: Actor, body: FocusCreate): Promise<ReadRun> =>
      uow.write([actor.id], async tx => {
        const now = clock.now()
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
        return { at: now, run: await saveRun(tx, run, now) }
      }),

    pause: (actor: Actor) =>
      change(actor, 'pause', ({ status }) =>
        status === 'paused' ? 'The focus run is already paused.' : undefined,
      ),

    resume: (actor: Actor) =>
      change(actor, 'resume', ({ status }) =>
        status === 'running' ? 'The focus run is not paused.' : undefined,
      ),

    skip: (actor: Actor, index: number | undefined) =>
      change(actor, 'skip', ({ phase }) =>
        index !== undefined && index !== phase.index ? 'That phase is already over.' : undefined,
      ),

    stop: (actor: Actor) => change(actor, 'stop', () => undefined),
  }
}

const TOO_LONG = 'The focus run has too many changes. Stop it and start a new one.'

/** Treats a run as ended once its last phase is over, even if the end is not stored yet. */
async function activeRun(db: Db, actor: Actor, now: number): Promise<FocusRun> {
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
