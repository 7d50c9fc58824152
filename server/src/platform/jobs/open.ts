// Opens the job queue of this instance: handlers, periodic jobs and the worker.
import type { Logger } from 'pino'
import type { Notice } from '../kernel/notice.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { Storage } from '../storage/unit-of-work.ts'
import { enqueue, finish, isJobsNotice } from './enqueue.ts'
import type { ClaimedJob } from './job.ts'
import { type JobHandler, type JobOutcome, jobRunner } from './runner.ts'
import { jobStore, type KindFigures } from './store.ts'
import { jobWorker } from './worker.ts'

export interface Jobs {
  /** Sets the handler of one kind. Call it before `start`. */
  handle(kind: string, handler: JobHandler): void
  /** Runs this work about every `every_ms` on one of the instances, first `first_ms` after the first start. */
  periodic(kind: string, times: { every_ms: number; first_ms?: number }, work: () => Promise<unknown>): void
  start(): Promise<void>
  /**
   * Handles the notices about new jobs, so that the jobs start when they are due. Returns the remaining notices for
   * other listeners.
   */
  takeNotices(notices: readonly Notice[]): readonly Notice[]
  /** Runs all jobs that are due now. Tests call it after they set the clock. */
  drain(): Promise<void>
  /** The queue's figures, cached for a few seconds, so that metrics work even if the database does not. */
  figures(): readonly KindFigures[]
  /** The queue's figures as of now. */
  readFigures(): Promise<readonly KindFigures[]>
  stop(): Promise<void>
}

export interface JobsParts {
  storage: Pick<Storage, 'read' | 'write'>
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  /** Counts attempts by kind and outcome. */
  count?: ((kind: string, outcome: JobOutcome) => void) | undefined
  lease_ms?: number
  stop_ms?: number
}

const FIRST_MS = 60_000
const FIGURES_MS = 10_000
/** The maximum delay before a failed periodic job is retried. */
const MAX_RETRY_MS = 600_000

export function openJobs({ storage, clock, log, count, ...times }: JobsParts): Jobs {
  const runner = jobRunner({
    storage,
    clock,
    ...times,
    ended(job, outcome, error) {
      count?.(job.kind, outcome)
      if (error !== undefined) report(job, outcome, error)
    },
  })
  const worker = jobWorker({
    runner,
    now: () => clock.now(),
    failed: error => log.warn({ err: error }, 'the job queue could not be read; it is tried again'),
  })
  const periodic: { kind: string; first_ms: number }[] = []

  let figures: readonly KindFigures[] = []
  let counting: NodeJS.Timeout | undefined

  async function readFigures(): Promise<readonly KindFigures[]> {
    figures = await storage.read(db => jobStore(db).figures(runner.kinds(), clock.now()))
    return figures
  }

  function report({ kind, attempts }: ClaimedJob, outcome: JobOutcome, err: unknown): void {
    if (outcome === 'failed') log.error({ err, kind, attempts }, 'a job failed for the last time')
    else log.warn({ err, kind, attempts }, 'a job failed and is tried again')
  }

  return {
    handle: (kind, handler) => runner.handle(kind, handler),
    periodic(kind, { every_ms, first_ms = FIRST_MS }, work) {
      periodic.push({ kind, first_ms })
      runner.handle(kind, {
        concurrency: 1,
        finishes: true,
        retries: { attempts: Number.POSITIVE_INFINITY, most_ms: Math.min(every_ms, MAX_RETRY_MS) },
        async run(job) {
          await work()
          await storage.write([], async tx => {
            await finish(tx, job)
            await enqueue(tx, { kind, key: '', run_at: clock.now() + every_ms }, clock.now())
          })
        },
      })
    },
    async start() {
      const now = clock.now()
      await storage.write([], async tx => {
        for (const { kind, first_ms } of periodic)
          await jobStore(tx).putIfAbsent({ kind, key: '', run_at: now + first_ms }, now)
      })
      if (count) {
        await readFigures()
        counting = setInterval(() => void readFigures().catch(() => {}), FIGURES_MS).unref()
      }
      worker.start()
    },
    takeNotices(notices) {
      const [own, others] = [notices.filter(isJobsNotice), notices.filter(each => !isJobsNotice(each))]
      if (own.length > 0) worker.notice(own)
      return others
    },
    drain: () => worker.drain(),
    figures: () => figures,
    readFigures,
    stop() {
      clearInterval(counting)
      return worker.stop()
    },
  }
}
