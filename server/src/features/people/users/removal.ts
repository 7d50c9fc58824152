// Deletes a person in many short transactions, because on SQLite a long one would block other people's writes. One job
// finishes interrupted deletions. Another job starts a deletion when the owner can no longer cancel it.
import { cancel, enqueue, finish } from '../../../platform/jobs/enqueue.ts'
import type { JobHandler } from '../../../platform/jobs/runner.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { adminStore } from './admin-store.ts'
import { deletionStore } from './deletion-store.ts'
import { setDisabled } from './disabling.ts'
import { userStore } from './store.ts'

export const REMOVAL_JOB = 'account_removal'
export const DELETION_JOB = 'account_deletion'
/**
 * The job that finishes interrupted deletions starts after this time. Most deletions are complete by then, and two
 * concurrent runs do no harm.
 */
const RESUME_MS = 60_000

/** Disables the person, so that nothing new is written during the deletion. */
export async function beginRemoval(tx: Tx, id: string, now: number): Promise<void> {
  await setDisabled(tx, id, true, now)
  await enqueue(tx, { kind: REMOVAL_JOB, key: id, run_at: now + RESUME_MS }, now)
}

/** Cancels the job that finishes a deletion, so that the remaining data is kept. */
export const cancelRemoval = (tx: Tx, id: string): Promise<void> => cancel(tx, REMOVAL_JOB, id)

/** Cancels a deletion that the owner requested. Returns false if there is none. */
export async function cancelDeletion(tx: Tx, id: string): Promise<boolean> {
  await cancel(tx, DELETION_JOB, id)
  return deletionStore(tx).remove(id)
}

export async function finishRemoval(uow: UnitOfWork, id: string, signal?: AbortSignal): Promise<void> {
  for (let deleted = 1; deleted > 0; ) {
    signal?.throwIfAborted()
    deleted = await uow.write([id], tx => userStore(tx).removeSome(id))
  }
  await uow.write([id], async tx => {
    const addresses = await deletionStore(tx).addressesOf(id)
    await deletionStore(tx).removeJobsNaming([id, ...addresses.map(({ email }) => JSON.stringify(email))])
    // An unverified address may belong to someone else.
    for (const { email, verified } of addresses) if (verified) await deletionStore(tx).forgetAddress(email)
    await deletionStore(tx).remove(id)
    await adminStore(tx).removeAccount(id)
    await userStore(tx).remove(id)
  })
}

export const removalHandler = (uow: UnitOfWork): JobHandler => ({
  concurrency: 1,
  // The last transaction deletes the job together with the person.
  finishes: true,
  retries: { attempts: Number.POSITIVE_INFINITY },
  run: (job, signal) => finishRemoval(uow, job.key, signal),
})

/** Runs when the owner can no longer cancel the deletion. */
export const deletionHandler = (uow: UnitOfWork, clock: Clock): JobHandler => ({
  concurrency: 1,
  finishes: true,
  retries: { attempts: Number.POSITIVE_INFINITY },
  async run(job, signal) {
    const id = job.key
    const isDue = await uow.write([id], async tx => {
      await finish(tx, job)
      if (!(await deletionStore(tx).find(id))) return false
      await beginRemoval(tx, id, clock.now())
      return true
    })
    if (isDue) await finishRemoval(uow, id, signal)
  },
})
