// Marks questions as read once they need no answer, for example because the timer has ended or the person has joined or
// answered the poll.
import type { NetRow } from '../../platform/changes/recording/net-rows.ts'
import { enqueue, finish } from '../../platform/jobs/enqueue.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { participantStore } from '../meetings/participant-store.ts'
import { splitsIn } from '../timers/corrections/splits.ts'
import { readHistory } from '../timers/history.ts'
import { YOUNG_MS } from './forgotten/forgotten.ts'
import { forgottenStore } from './forgotten/forgotten-store.ts'
import type { Question } from './notification.ts'
import { notificationStore } from './store.ts'

export const SETTLE_JOB = 'settle_notifications'

/** Enqueues a job, because notification changes need their own batch in the change log. */
export const planSettling = (
  tx: Tx,
  { kind, id, owner_id }: Question & { owner_id: string },
  now: number,
): Promise<void> =>
  enqueue(
    tx,
    { kind: SETTLE_JOB, key: `${kind}:${id}:${owner_id}`, run_at: now, owner_id, payload: { kind, id } },
    now,
  )

export const settleHandler = ({ uow, clock }: { uow: UnitOfWork; clock: Clock }): JobHandler => ({
  finishes: true,
  retries: { attempts: Number.POSITIVE_INFINITY, most_ms: 60_000 },
  run: job =>
    uow.write(job.owner_id === null ? [] : [job.owner_id], async tx => {
      await finish(tx, job)
      if (job.owner_id === null) return
      await notificationStore(tx).settle(job.payload as Question, job.owner_id, clock.now())
    }),
})

export async function planSettlings(tx: Tx, rows: readonly NetRow[], now: number): Promise<void> {
  for (const { first, second } of splitsIn(rows)) await forgottenStore(tx).copyFired(first, second)
  const ended: string[] = []
  for (const { table, key, before, after, changed } of rows) {
    if (table === 'meeting_participants' && before === null && after !== null)
      await planSettling(
        tx,
        { kind: 'meeting', id: String(key['meeting_id']), owner_id: String(after['user_id']) },
        now,
      )
    if (
      table === 'meeting_participants' &&
      before !== null &&
      after !== null &&
      isFirstAnswer(before, changed)
    ) {
      const participant = await participantStore(tx).find(String(key['id']))
      if (participant)
        await planSettling(
          tx,
          { kind: 'meeting', id: participant.meeting_id, owner_id: participant.user_id },
          now,
        )
    }
    if (table !== 'timers' || before === null) continue
    const [id, owner_id] = [String(key['id']), String(key['owner_id'])]
    if (after === null) {
      // Settles without checking the fired rules, because they were deleted together with the timer.
      if (before['status'] === 'RUNNING') await planSettling(tx, { kind: 'timer', id, owner_id }, now)
    } else if (changed.includes('status') && hasEnded(after) && isOld(after, now)) ended.push(id)
  }
  if (ended.length === 0) return
  for (const { timer_id, owner_id } of await forgottenStore(tx).asked(ended))
    await planSettling(tx, { kind: 'timer', id: timer_id, owner_id }, now)
}

/** Filling an empty list of times may be the person's first answer. */
const isFirstAnswer = (before: NonNullable<NetRow['before']>, changed: readonly string[]): boolean =>
  ['time_slots', 'if_need_be'].some(name => changed.includes(name) && before[name] === '[]')

const hasEnded = (after: NonNullable<NetRow['after']>): boolean =>
  after['status'] === 'COMPLETED' || after['status'] === 'CANCELLED'

/** Nobody is asked about young timers, so skipping them saves a statement when they end. */
function isOld({ history }: NonNullable<NetRow['after']>, now: number): boolean {
  const [start] = history === undefined ? [] : readHistory(String(history))
  return start === undefined || start.at < now - YOUNG_MS
}
