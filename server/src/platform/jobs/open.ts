import type { Logger } from 'pino'
import type { Notice } from '../kernel/notice.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { Storage } from '../storage/unit-of-work.ts'
import { enqueue, finish, isJobsNotice } from './enqueue.ts'
import type { ClaimedJob } from './job.ts'
import { failureWatch, type JobHealth, jobHealth } from './job-health.ts'
import { type JobHandler, type JobOutcome, jobRunner } from './runner.ts'
import { jobStore, type KindFigures } from './store.ts'
import { jobWorker } from './worker.ts'

export interface Jobs {
  /** Must be called before `start`. */
  handle(kind: string, handler: JobHandler): void
  /** Runs `work` on one of the instances about every `every_ms`, starting `first_ms` after the first server start. */
  periodic(kind: string, times: { every_ms: number; first_ms?: number }, work: () => Promise<unknown>): void
  start(): Promise<void>
  /** Wakes the worker for new jobs. Returns the notices that are not about jobs. */
  takeNotices(notices: readonly Notice[]): readonly Notice[]
  /** Starts the due jobs of this kind without waiting for the queue, if there is room for them. */
  runNow(kind: string): void
  /** Runs all due jobs. Tests call it after they set the clock. */
  drain(): Promise<void>
  /** The figures of the last read. Metrics use these figures, so that a scrape works even if the database does not. */
  figures(): readonly KindFigures[]
  /** Reads the figures from the database. */
  readFigures(): Promise<readonly KindFigures[]>
  /** For readiness. */
  health(): Promise<JobHealth>
  stop(): Promise<void>
}

export interface JobsParts {
  storage: Pick<Storage, 'read' | 'write'>
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  count?: ((kind: string, outcome: JobOutcome) => void) | undefined
  lease_ms?: number
  stop_ms?: number
}

const FIRST_MS = 60_000
const FIGURES_MS = 10_000
const MAX_RETRY_MS = 600_000

export function openJobs({ storage, clock, log, count, ...times }: JobsParts): Jobs {
  const failures = failureWatch()
  const runner = jobRunner({
    storage,
    clock,
    ...times,
    ended(job, outcome, error) {
      count?.(job.kind, outcome)
      failures.ended(job, outcome === 'retried' || outcome === 'failed')
      if (error !== undefined) report(job, outcome, error)
    },
  })
  const worker = jobWorker({
    runner,
    now: () => clock.now(),
    failed: error => log.warn({ err: error }, 'the job queue could not be read; retrying'),
  })
  const periodic: { kind: string; first_ms: number }[] = []

  let figures: readonly KindFigures[] = []
  let counting: NodeJS.Timeout | undefined

  async function readFigures(): Promise<readonly KindFigures[]> {
    figures = await storage.read(db => jobStore(db).figures(runner.kinds(), clock.now()))
    return figures
  }

  function report({ kind, attempts }: ClaimedJob, outcome: JobOutcome, err: unknown): void {
    if (outcome === 'failed') log.error({ err, kind, attempts }, 'a job failed its last attempt')
    else log.warn({ err, kind, attempts }, 'a job failed and will be retried')
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
    runNow: kind => worker.runNow(kind),
    drain: () => worker.drain(),
    figures: () => figures,
    readFigures,
    async health() {
      const [now, kinds] = [clock.now(), runner.kinds()]
      const due = await storage.read(db => jobStore(db).next(kinds))
      const late = (before: number) => storage.read(db => jobStore(db).late(kinds, before))
      const { age_s, troubles } = await jobHealth({ runner, due: [...due.values()], late, now })
      return { age_s, troubles: [...troubles, ...failures.troubles(runner)] }
    },
    stop() {
      clearInterval(counting)
      return worker.stop()
    },
  }
}
