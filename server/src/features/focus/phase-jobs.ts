// Ends phases when their time is over, and notifies the person of the next phase or the end of the run.
import type { NotificationEvent } from '@daymark/contract/notifications/notification'
import { cancel, enqueue, finish } from '../../platform/jobs/enqueue.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { Problem } from '../../platform/kernel/errors.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { notify } from '../notifications/channels/dispatch.ts'
import { notificationStore } from '../notifications/store.ts'
import { type FocusRun, stateOf, withEvent } from './focus-run.ts'
import { saveRun } from './phase-timers.ts'
import { focusStore } from './store.ts'

export const PHASE_JOB = 'focus_phase'
export const NOTICE_JOB = 'focus_notice'

interface Parts {
  uow: UnitOfWork
  clock: Clock
}

/** Schedules or cancels the job that ends the current phase. Runs in the transaction of every change to a run. */
export async function planPhaseEnd(
  tx: Tx,
  id: string,
  run: FocusRun | undefined,
  now: number,
): Promise<void> {
  const state = run && run.ended_at === null ? stateOf(run, now) : undefined
  if (!run || !state?.ends_at) return cancel(tx, PHASE_JOB, id)
  await enqueue(tx, { kind: PHASE_JOB, key: id, run_at: state.ends_at, owner_id: run.owner_id }, now)
}

/** Enqueues the notification instead of storing it, because it must be a batch of its own in the change log. */
export const planNotice = (tx: Tx, { id, owner_id }: FocusRun, index: number, at: number, now: number) =>
  enqueue(tx, { kind: NOTICE_JOB, key: `${id}:${index}`, run_at: at, owner_id }, now)

const retries = { attempts: Number.POSITIVE_INFINITY, first_ms: 1_000, most_ms: 60_000 }

export const phaseHandler = ({ uow, clock }: Parts): JobHandler => ({
  finishes: true,
  concurrency: 50,
  retries,
  async run(job) {
    const keys = job.owner_id === null ? [] : [job.owner_id]
    try {
      await uow.write(keys, async tx => {
        await finish(tx, job)
        const now = clock.now()
        const run = await focusStore(tx).find(job.key)
        if (!run || run.ended_at !== null) return
        const before = stateOf(run, job.run_at - 1).phases.length
        await saveRun(tx, run, now)
        const state = stateOf(run, now)
        // Announces only the current phase, even if several phases ended during an outage.
        if (state.status === 'ended')
          await planNotice(tx, run, state.phases.length, state.ended_at ?? now, now)
        else if (state.phases.length > before)
          await planNotice(tx, run, state.phase.index, state.phase.started_at, now)
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === 'unavailable') throw error
      // Ends the run if the next timer cannot be stored, for example because of a quota.
      await uow.write(keys, async tx => {
        await finish(tx, job)
        await endAt(tx, job.key, job.run_at, clock.now())
      })
    }
  },
})

/** Stops the run a millisecond before its phase ends at `at`, so that the next phase does not begin. */
async function endAt(tx: Tx, id: string, at: number, now: number): Promise<void> {
  const run = await focusStore(tx).find(id)
  if (!run || run.ended_at !== null) return
  const stopped = withEvent(run, 'stop', at - 1)
  await saveRun(tx, stopped, now)
  await planNotice(tx, stopped, stateOf(stopped, now).phases.length, at, now)
}

export const noticeHandler = ({ uow, clock }: Parts): JobHandler => ({
  finishes: true,
  retries,
  run: job =>
    uow.write(job.owner_id === null ? [] : [job.owner_id], async tx => {
      await finish(tx, job)
      const [id = '', index = ''] = job.key.split(':')
      const run = await focusStore(tx).find(id)
      if (!run) return
      const now = clock.now()
      const event = eventOf(run, Number(index), now)
      if (!event) return
      // Settles earlier notifications, so that only the current phase's notification is unread.
      await notificationStore(tx).settle({ kind: 'focus', id }, run.owner_id, now)
      await notify(
        tx,
        {
          owner_id: run.owner_id,
          kind: 'focus',
          event,
          title: run.title ?? '',
          resource_kind: 'focus',
          resource_id: id,
          instance_start: null,
          at: stateOf(run, now).ends_at,
          is_date: false,
          due_at: job.run_at,
        },
        now,
      )
    }),
})

/**
 * Returns the event for the start of the phase at `index`, or for the end of the run if `index` is the number of
 * phases. Returns undefined if the event is outdated.
 */
function eventOf(run: FocusRun, index: number, now: number): NotificationEvent | undefined {
  const state = stateOf(run, now)
  if (state.status === 'ended') return index === state.phases.length ? 'focus_ended' : undefined
  return state.phase.index === index ? `focus_${state.phase.kind}` : undefined
}
