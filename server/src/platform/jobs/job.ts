// The types of the job queue, and the delays between attempts. Pure.

/** A job to be stored. A job with the same kind and key replaces the stored one, even if the stored one is running. */
export interface NewJob {
  readonly kind: string
  /** Unique per kind. */
  readonly key: string
  readonly run_at: number
  /** Plain JSON. */
  readonly payload?: unknown
  /** The job is deleted together with this person's account. */
  readonly owner_id?: string | null
  /** Keeps the stored job with this key, if there is one, instead of replacing it. */
  readonly keep?: boolean
}

/** A stored job that this instance has claimed. */
export interface ClaimedJob {
  readonly kind: string
  readonly key: string
  readonly owner_id: string | null
  /** The original due time, which retries do not change, or the time until which the job was postponed. */
  readonly run_at: number
  /** 1 in the first attempt. */
  readonly attempts: number
  readonly payload: unknown
  readonly claim: string
}

/** The delays between attempts double from `first_ms` up to `most_ms`. */
export interface Retries {
  /** The maximum number of attempts. */
  readonly attempts: number
  readonly first_ms: number
  readonly most_ms: number
}

export const DEFAULT_RETRIES: Retries = { attempts: 10, first_ms: 5_000, most_ms: 3_600_000 }

export const retryDelay = ({ first_ms, most_ms }: Retries, attempts: number): number =>
  Math.min(most_ms, first_ms * 2 ** Math.min(attempts - 1, 30))

/** Thrown by a handler to give up the job without more attempts. */
export class PermanentFailure extends Error {}

/** Thrown by a handler whose job must not run before `until`. The attempt does not count. */
export class Postponed extends Error {
  readonly until: number
  constructor(until: number) {
    super('The job has to wait.')
    this.until = until
  }
}

/** The job was replaced, canceled or claimed by another instance, so the transaction of this one must not commit. */
export class LeaseLost extends Error {
  constructor(job: Pick<ClaimedJob, 'kind' | 'key'>) {
    super(`The claim of the job ${job.kind} ${job.key} has ended.`)
  }
}
