import { mentionStore } from '../changes/mentions.ts'
import type { Notice } from '../kernel/notice.ts'
import type { Tx } from '../storage/unit-of-work.ts'
import { type ClaimedJob, LeaseLost, type NewJob } from './job.ts'
import { jobStore } from './store.ts'

/** After the commit, this notice wakes this instance's worker. */
export const JOBS_NOTICE = 'jobs'

export const isJobsNotice = ({ kind }: Notice): boolean => kind === JOBS_NOTICE

/**
 * Stores a job. Replaces a stored job with the same kind and key, even a running one, unless `job.keep` is set. `now`
 * is the write time.
 */
export async function enqueue(tx: Tx, job: NewJob, now: number): Promise<void> {
  if (job.keep) await jobStore(tx).putIfAbsent(job, now)
  else await jobStore(tx).put(job, now)
  const mention = { owner_id: '', place: `job ${job.kind}`, ref: job.key } as const
  if (job.about) await mentionStore(tx).add(job.about.map(name => ({ ...mention, name })))
  tx.emit({ user_id: '', kind: JOBS_NOTICE, body: { run_at: job.run_at } })
}

/** Returns the due time of the stored job if that time has passed. */
export async function overdueSince(
  tx: Tx,
  kind: string,
  key: string,
  now: number,
): Promise<number | undefined> {
  const runAt = await jobStore(tx).runAt(kind, key)
  return runAt !== undefined && runAt <= now ? runAt : undefined
}

/**
 * Stores a job. If the job is already stored and would run after `run_at`, makes it due by then instead and keeps its
 * payload. Does nothing if the stored job is running.
 */
export async function enqueueSooner(tx: Tx, job: NewJob): Promise<void> {
  await jobStore(tx).putSooner(job)
  tx.emit({ user_id: '', kind: JOBS_NOTICE, body: { run_at: job.run_at } })
}

/**
 * Changes the due time of a waiting job and keeps its payload. Does nothing if the job does not exist, is running, or
 * waits for a retry.
 */
export async function reschedule(tx: Tx, kind: string, key: string, runAt: number): Promise<void> {
  if (await jobStore(tx).move(kind, key, runAt))
    tx.emit({ user_id: '', kind: JOBS_NOTICE, body: { run_at: runAt } })
}

/** Like `reschedule`, for all of a person's jobs of these kinds. */
export async function rescheduleOf(
  tx: Tx,
  ownerId: string,
  kinds: readonly string[],
  runAt: number,
): Promise<void> {
  if ((await jobStore(tx).moveOf(ownerId, kinds, runAt)) > 0)
    tx.emit({ user_id: '', kind: JOBS_NOTICE, body: { run_at: runAt } })
}

/**
 * Changes a stored job's payload, if the job exists. The handler of a running job reads the change with `payloadOf`.
 * Callers of both functions must share a write key, so that their writes do not overlap.
 */
export async function amend<Payload>(
  tx: Tx,
  kind: string,
  key: string,
  change: (payload: Payload) => Payload,
): Promise<void> {
  const found = await jobStore(tx).find(kind, key)
  if (found) await jobStore(tx).setPayload(kind, key, change(found.payload as Payload))
}

/** Returns a claimed job's payload, including changes since the claim. Throws if the claim is no longer valid. */
export async function payloadOf<Payload>(tx: Tx, job: ClaimedJob): Promise<Payload> {
  const found = await jobStore(tx).find(job.kind, job.key)
  if (found?.claim !== job.claim) throw new LeaseLost(job)
  return found.payload as Payload
}

/** Throws if the claim of a job is no longer valid. Each transaction of a long job calls this. */
export async function requireClaim(tx: Tx, job: ClaimedJob): Promise<void> {
  const found = await jobStore(tx).find(job.kind, job.key)
  if (found?.claim !== job.claim) throw new LeaseLost(job)
}

/** If the job is running, the transaction that finishes it fails. */
export const cancel = (tx: Tx, kind: string, key: string): Promise<void> => jobStore(tx).remove(kind, key)

export const cancelAll = (tx: Tx, kind: string, keys: readonly string[]): Promise<void> =>
  jobStore(tx).removeAll(kind, keys)

/**
 * Deletes claimed jobs in the transaction that does their work, so that the work is done exactly once. Throws if a
 * claim is no longer valid.
 */
export async function finishAll(tx: Tx, jobs: readonly ClaimedJob[]): Promise<void> {
  const [first] = jobs
  if (first && (await jobStore(tx).finishAll(jobs)) < jobs.length) throw new LeaseLost(first)
}

export async function finish(tx: Tx, job: ClaimedJob): Promise<void> {
  if (!(await jobStore(tx).finish(job))) throw new LeaseLost(job)
}
