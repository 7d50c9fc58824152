// Deletes a person in many short transactions, because on SQLite a long one would block the writes of others. A job finishes
// a deletion that was interrupted.
import { cancel, enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandler } from '../../../platform/jobs/runner.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { adminStore } from './admin-store.ts'
import { userStore } from './store.ts'

export const REMOVAL_JOB = 'account_removal'
/** Most deletions are complete by then. If one is not, two at the same time do no harm. */
const RESUME_MS = 60_000

/** Disables the person, so that nothing new is written during the deletion. */
export async function beginRemoval(tx: Tx, id: string, now: number): Promise<void> {
  await userStore(tx).setDisabled(id, now)
  await enqueue(tx, { kind: REMOVAL_JOB, key: id, run_at: now + RESUME_MS }, now)
}

/** Cancels the deletion of a person and keeps the data that is left. */
export const cancelRemoval = (tx: Tx, id: string): Promise<void> => cancel(tx, REMOVAL_JOB, id)

export async function finishRemoval(uow: UnitOfWork, id: string, signal?: AbortSignal): Promise<void> {
  for (let deleted = 1; deleted > 0; ) {
    signal?.throwIfAborted()
    deleted = await uow.write([id], tx => userStore(tx).removeSome(id))
  }
  await uow.write([id], async tx => {
    await adminStore(tx).removeAccount(id)
    await userStore(tx).remove(id)
    await cancelRemoval(tx, id)
  })
}

export const removalHandler = (uow: UnitOfWork): JobHandler => ({
  concurrency: 1,
  // The last transaction deletes the job together with the person.
  finishes: true,
  retries: { attempts: Number.POSITIVE_INFINITY },
  run: (job, signal) => finishRemoval(uow, job.key, signal),
})
