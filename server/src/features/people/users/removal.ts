// Deletes a person in many short transactions, because on SQLite a long one would block other people's writes. With the
// first one, the person is gone for everybody else. What is left tells how far the deletion has come, so a job can
// finish it after an interruption. Another job starts a deletion when the owner can no longer cancel it.
import { forgetStep } from '../../../platform/changes/forget.ts'
import { cancel, enqueue, enqueueSooner, finish } from '../../../platform/jobs/enqueue.ts'
import type { JobHandler } from '../../../platform/jobs/runner.ts'
import { jobStore } from '../../../platform/jobs/store.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { pace } from '../../../platform/staged/pace.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import { record } from '../../audit/record.ts'
import { friendIdsOf } from '../friends/store.ts'
import { adminStore } from './admin-store.ts'
import { BELONGINGS, type Belonging } from './belongings.ts'
import { deletionStore } from './deletion-store.ts'
import { SHARED_ITEMS_JOB, setDisabled } from './disabling.ts'
import { removalStore } from './removal-store.ts'
import { userStore } from './store.ts'

export const REMOVAL_JOB = 'account_removal'
export const DELETION_JOB = 'account_deletion'
/**
 * The job that finishes interrupted deletions starts after this time. Most deletions are complete by then, and two
 * concurrent runs do no harm.
 */
const RESUME_MS = 60_000
/** How long a request waits for the end. After that, the job goes on. */
const WAIT_MS = 20_000
/** How many relations to others end with the first step, of each kind. The next steps end the rest. */
const FIRST_RELATIONS = 100

const JOBS_OF_PEOPLE = [REMOVAL_JOB, DELETION_JOB, SHARED_ITEMS_JOB]

/** Tells people that they no longer see what this person has shared. `friends` were the person's friends. */
export type TellReaders = (
  ownerId: string,
  friends: readonly string[],
  signal: AbortSignal | undefined,
) => Promise<void>

/** An administrator or a command. Nothing that is stored with it may be about the deleted person. */
export type RemovedBy = RequestSource | 'themselves'

/**
 * Disables the person, so that nothing new is written during the deletion, and nobody sees the person any more. The
 * audit trail keeps that somebody was deleted, without naming them.
 */
export async function beginRemoval(tx: Tx, id: string, now: number, by: RemovedBy): Promise<void> {
  const source = { address: null, user_agent: null, ...(by !== 'themselves' && by) }
  await record(tx, { owner_id: null, event: 'account_deleted', at: now, source })
  const friends = new Set([...(await friendsBefore(tx, id)), ...(await friendIdsOf(tx, id))])
  await setDisabled(tx, id, true, now)
  const job = { kind: REMOVAL_JOB, key: id, run_at: now + RESUME_MS, payload: { friends: [...friends] } }
  await enqueue(tx, job, now)
  await removalStore(tx).endRelations(id, await verifiedAddresses(tx, id), FIRST_RELATIONS)
}

/** Cancels the job that finishes a deletion, so that the remaining data is kept. */
export const cancelRemoval = (tx: Tx, id: string): Promise<void> => cancel(tx, REMOVAL_JOB, id)

/** Cancels a deletion that the owner requested. Returns false if there is none. */
export async function cancelDeletion(tx: Tx, id: string): Promise<boolean> {
  await cancel(tx, DELETION_JOB, id)
  return deletionStore(tx).remove(id)
}

async function friendsBefore(tx: Tx, id: string): Promise<readonly string[]> {
  const job = await jobStore(tx).find(REMOVAL_JOB, id)
  return (job?.payload as { friends?: string[] } | null)?.friends ?? []
}

/** An unverified address may belong to someone else. */
const verifiedAddresses = async (tx: Tx, id: string): Promise<string[]> =>
  (await deletionStore(tx).addressesOf(id)).filter(({ verified }) => verified).map(({ email }) => email)

export interface RemovalParts {
  uow: UnitOfWork
  clock: Clock
  /** Commands have nobody to tell. */
  tellReaders?: TellReaders | undefined
  wait_ms?: number
}

/** The deletion was canceled, or another run has finished it. */
class NothingLeft extends Error {}

export type Removal = ReturnType<typeof personRemoval>

export function personRemoval({ uow, clock, tellReaders, wait_ms = WAIT_MS }: RemovalParts) {
  /** Repeats a short transaction until `step` returns undefined. It returns the number of rows that it has touched. */
  async function inSteps(
    id: string,
    signal: AbortSignal | undefined,
    step: (tx: Tx, most: number) => Promise<number | undefined>,
  ): Promise<void> {
    const steps = pace()
    for (let isDone = false; !isDone; ) {
      signal?.throwIfAborted()
      await uow.write([id], async tx => {
        if ((await jobStore(tx).runAt(REMOVAL_JOB, id)) === undefined) throw new NothingLeft()
        const [since, most] = [performance.now(), steps.most()]
        const rows = await step(tx, most)
        if (rows === undefined) isDone = true
        else steps.took(rows, performance.now() - since)
      })
    }
  }

  async function removeAll(id: string, belonging: Belonging, signal: AbortSignal | undefined): Promise<void> {
    // Rows before this position are gone. PostgreSQL would look at them again and again.
    let after: readonly unknown[] | undefined
    await inSteps(id, signal, async (tx, most) => {
      const removed = await removalStore(tx).removeSome(id, belonging, after, most)
      after = removed?.last ?? after
      // Nobody else sees these rows any more, so the log does not need the changes.
      await tx.takeCaptured()
      return removed?.rows
    })
  }

  async function forget(
    id: string,
    name: string,
    signal: AbortSignal | undefined,
    only?: 'jobs',
  ): Promise<void> {
    let seq = 0
    await inSteps(id, signal, async (tx, most) => {
      const forgotten = await forgetStep(tx, name, { seq, most, only })
      seq = forgotten?.seq ?? 0
      return forgotten?.done
    })
  }

  async function run(id: string, signal?: AbortSignal): Promise<void> {
    const { friends, addresses } = await uow.write([id], async tx => ({
      friends: await friendsBefore(tx, id),
      addresses: await deletionStore(tx).addressesOf(id),
    }))
    const verified = addresses.filter(address => address.verified).map(({ email }) => email)
    await inSteps(id, signal, async (tx, most) => {
      const ended = await removalStore(tx).endRelations(id, verified, most)
      return ended === 0 ? undefined : ended
    })
    await tellReaders?.(id, friends, signal)
    for (const belonging of BELONGINGS) await removeAll(id, belonging, signal)
    for (let isGone = false; !isGone; ) {
      for (const name of [id, ...verified]) await forget(id, name, signal)
      for (const { email } of addresses) await forget(id, email, signal, 'jobs')
      isGone = await uow.write([id], async tx => {
        if ((await jobStore(tx).runAt(REMOVAL_JOB, id)) === undefined) throw new NothingLeft()
        // Somebody may have mentioned the person meanwhile.
        if ((await forgetStep(tx, id, { seq: 0, most: 1 })) !== undefined) return false
        await removalStore(tx).endRelations(id, verified, FIRST_RELATIONS)
        for (const kind of JOBS_OF_PEOPLE) await cancel(tx, kind, id)
        for (const { email } of addresses) await deletionStore(tx).forgetInvited(email)
        await deletionStore(tx).remove(id)
        await adminStore(tx).removeAccount(id)
        await userStore(tx).remove(id)
        return true
      })
    }
    // Ending the last relations may have left mentions.
    for (const name of [id, ...verified])
      while (
        (await uow.write([], tx => forgetStep(tx, name, { seq: 0, most: FIRST_RELATIONS }))) !== undefined
      );
  }

  async function finishRemoval(id: string, signal?: AbortSignal): Promise<void> {
    try {
      await run(id, signal)
    } catch (error) {
      if (!(error instanceof NothingLeft)) throw error
    }
  }

  const retries = { attempts: Number.POSITIVE_INFINITY }
  return {
    begin: (tx: Tx, id: string, by: RemovedBy): Promise<void> => beginRemoval(tx, id, clock.now(), by),

    /** Finishes a deletion that has begun. If that takes long, a job goes on, and this returns. */
    async finish(id: string): Promise<void> {
      const end = AbortSignal.timeout(wait_ms)
      try {
        await finishRemoval(id, end)
      } catch (error) {
        if (!end.aborted) throw error
        const now = clock.now()
        await uow.write([id], tx => enqueueSooner(tx, { kind: REMOVAL_JOB, key: id, run_at: now }))
      }
    },

    /** For commands, which have no jobs. */
    finishWithoutLimit: (id: string): Promise<void> => finishRemoval(id),

    handler: {
      concurrency: 1,
      // The last transaction deletes the job together with the person.
      finishes: true,
      retries,
      run: (job, signal) => finishRemoval(job.key, signal),
    } satisfies JobHandler as JobHandler,

    /** Runs when the owner can no longer cancel the deletion. */
    deletionHandler: {
      concurrency: 1,
      finishes: true,
      retries,
      async run(job, signal) {
        const id = job.key
        const isDue = await uow.write([id], async tx => {
          await finish(tx, job)
          if (!(await deletionStore(tx).find(id))) return false
          await beginRemoval(tx, id, clock.now(), 'themselves')
          return true
        })
        if (isDue) await finishRemoval(id, signal)
      },
    } satisfies JobHandler as JobHandler,
  }
}
