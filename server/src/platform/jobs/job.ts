export interface NewJob {
  readonly kind: string
  /** Unique per kind. */
  readonly key: string
  readonly run_at: number
  /** JSON-serializable. */
  readonly payload?: unknown
  /** The job is deleted with this person's account. */
  readonly owner_id?: string | null
  /** The ids and addresses of people whom the key or the payload names. The job is deleted with any of them. */
  readonly about?: readonly string[]
  /** Keeps an already stored job with this key instead of replacing it. */
  readonly keep?: boolean
}

export interface ClaimedJob {
  readonly kind: string
  readonly key: string
  readonly owner_id: string | null
  /** The due time. Retries do not change it. */
  readonly run_at: number
  /** Starts at 1. */
  readonly attempts: number
  readonly payload: unknown
  readonly claim: string
}

/** The delays between attempts double from `first_ms` up to `most_ms`. */
export interface Retries {
  readonly attempts: number
  readonly first_ms: number
  readonly most_ms: number
}

export const DEFAULT_RETRIES: Retries = { attempts: 10, first_ms: 5_000, most_ms: 3_600_000 }

export const retryDelay = ({ first_ms, most_ms }: Retries, attempts: number): number =>
  Math.min(most_ms, first_ms * 2 ** Math.min(attempts - 1, 30))

/** Handlers throw this to give up a job without further attempts. */
export class PermanentFailure extends Error {}

/** Handlers throw this if the job must not run before `until`. The attempt does not count. */
export class Postponed extends Error {
  readonly until: number
  constructor(until: number) {
    super('The job has to wait.')
    this.until = until
  }
}

/** The claim is no longer valid, for example because the job was replaced. The current transaction must not commit. */
export class LeaseLost extends Error {
  constructor(job: Pick<ClaimedJob, 'kind' | 'key'>) {
    super(`The claim of the job ${job.kind} ${job.key} has ended.`)
  }
}
