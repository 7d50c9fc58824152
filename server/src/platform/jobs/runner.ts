// Runs due jobs and retries failed ones. Each job kind has its own concurrency limit.

import { newId } from '../kernel/ids.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { Storage, Tx } from '../storage/unit-of-work.ts'
import { finish } from './enqueue.ts'
import {
  type ClaimedJob,
  DEFAULT_RETRIES,
  LeaseLost,
  PermanentFailure,
  Postponed,
  type Retries,
  retryDelay,
} from './job.ts'
import { jobStore } from './store.ts'

export interface JobHandler {
  /**
   * Unless `finishes` is set, the job is deleted after the promise resolves. It runs again if the server dies first.
   */
  run(job: ClaimedJob, signal: AbortSignal): Promise<void>
  /**
   * Runs several jobs in one transaction, which must call `finishAll`. If the transaction fails, each job runs on its
   * own.
   */
  runMany?(jobs: readonly ClaimedJob[], signal: AbortSignal): Promise<void>
  /** Runs in the transaction that deletes a job after its last attempt. */
  gaveUp?(tx: Tx, job: ClaimedJob, error: unknown): Promise<void>
  /**
   * True if `run` calls `finish(tx, job)` in its own write, so that the work and the job's deletion commit together.
   */
  finishes?: boolean
  retries?: Partial<Retries>
  /**
   * Set for deliveries to an address that somebody chose. If all late or failing jobs are of one person, that address
   * is the likely cause, not the server.
   */
  delivers?: boolean
  /** The maximum number of jobs of this kind that one instance runs at the same time. */
  concurrency?: number
}

export type JobOutcome = 'done' | 'retried' | 'postponed' | 'failed' | 'lost'

export interface JobRunner {
  handle(kind: string, handler: JobHandler): void
  kinds(): string[]
  delivers(kind: string): boolean
  /** The running jobs that began before this time. */
  runningSince(before: number): ClaimedJob[]
  /**
   * Starts due jobs. Returns the time when the next job is due, not counting kinds that are too busy to start more.
   * Calls `more` when such a kind can start jobs again.
   */
  runDue(more: () => void): Promise<number>
  /** Starts due jobs of one kind. */
  runKind(kind: string, more: () => void): Promise<void>
  drain(): Promise<void>
  stop(): Promise<void>
}

export interface RunnerParts {
  storage: Pick<Storage, 'read' | 'write'>
  clock: Clock
  ended(job: ClaimedJob, outcome: JobOutcome, error?: unknown): void
  lease_ms?: number
  /** How long a shutdown waits for running jobs before it releases them. */
  stop_ms?: number
}

interface Lane {
  readonly handler: JobHandler
  readonly running: Map<ClaimedJob, Promise<void>>
  readonly since: WeakMap<ClaimedJob, number>
}

const CONCURRENCY = 4
/** Limits how long a transaction for several jobs takes. */
const MAX_AT_ONCE = 50

export function jobRunner({
  storage,
  clock,
  ended,
  lease_ms = 30_000,
  stop_ms = 4_000,
}: RunnerParts): JobRunner {
  const lanes = new Map<string, Lane>()
  const stopping = new AbortController()
  let renewing: NodeJS.Timeout | undefined

  const limitOf = ({ handler }: Lane): number => handler.concurrency ?? CONCURRENCY
  const allRunning = () => [...lanes.values()].flatMap(({ running }) => [...running])

  /** True if at least half of the slots are free. A claim waits for that, so that it gets several jobs. */
  const hasRoom = (lane: Lane): boolean => lane.running.size <= limitOf(lane) / 2

  async function runDue(more: () => void): Promise<number> {
    const open = [...lanes].filter(([, lane]) => hasRoom(lane))
    if (open.length === 0 || stopping.signal.aborted) return Number.POSITIVE_INFINITY
    const due = await storage.read(db => jobStore(db).next(open.map(([kind]) => kind)))
    let next = Number.POSITIVE_INFINITY
    for (const [kind, lane] of open) {
      const at = due.get(kind)
      if (at === undefined) continue
      if (at > clock.now()) next = Math.min(next, at)
      else if (await claim(kind, lane, more)) next = Math.min(next, clock.now())
    }
    return next
  }

  /** Returns true if more jobs of this kind may be due and there is room for them. */
  async function claim(kind: string, lane: Lane, more: () => void): Promise<boolean> {
    const most = limitOf(lane) - lane.running.size
    const now = clock.now()
    const jobs = await storage.write([], tx =>
      jobStore(tx).claim(kind, { now, most, until: now + lease_ms, claim: newId() }),
    )
    const most_at_once = lane.handler.runMany ? MAX_AT_ONCE : 1
    for (let at = 0; at < jobs.length; at += most_at_once)
      start(lane, jobs.slice(at, at + most_at_once), more)
    return jobs.length > 0 && hasRoom(lane)
  }

  function start(lane: Lane, jobs: readonly ClaimedJob[], more: () => void): void {
    renewing ??= setInterval(() => void renew(), lease_ms / 3).unref()
    const work = attemptAll(lane.handler, jobs).finally(() => {
      const wasFull = !hasRoom(lane)
      for (const job of jobs) lane.running.delete(job)
      if (wasFull && hasRoom(lane)) more()
      else if (lane.running.size === 0) more()
    })
    for (const job of jobs) {
      lane.running.set(job, work)
      lane.since.set(job, clock.now())
    }
  }

  async function attemptAll(handler: JobHandler, jobs: readonly ClaimedJob[]): Promise<void> {
    if (handler.runMany && jobs.length > 1) {
      try {
        await handler.runMany(jobs, stopping.signal)
        for (const job of jobs) ended(job, 'done')
        return
      } catch {
        // Nothing was committed, so each job runs on its own below.
      }
    }
    for (const job of jobs) await attempt(handler, job)
  }

  async function attempt(handler: JobHandler, job: ClaimedJob): Promise<void> {
    try {
      await handler.run(job, stopping.signal)
      if (!handler.finishes) await storage.write([], tx => finish(tx, job))
      ended(job, 'done')
    } catch (error) {
      if (error instanceof LeaseLost) return ended(job, 'lost')
      // If this fails too, the job becomes due again when its lease expires.
      await failed(handler, job, error).catch(trouble => ended(job, 'lost', trouble))
    }
  }

  async function failed(handler: JobHandler, job: ClaimedJob, error: unknown): Promise<void> {
    if (error instanceof Postponed) {
      await storage.write([], tx => jobStore(tx).postpone(job, error.until))
      return ended(job, 'postponed')
    }
    const retries = { ...DEFAULT_RETRIES, ...handler.retries }
    const isLast = error instanceof PermanentFailure || job.attempts >= retries.attempts
    if (isLast) {
      await storage.write([], async tx => {
        await finish(tx, job)
        await handler.gaveUp?.(tx, job, error)
      })
      return ended(job, 'failed', error)
    }
    const nextAttempt = clock.now() + retryDelay(retries, job.attempts)
    await storage.write([], tx => jobStore(tx).retry(job, nextAttempt, messageOf(error)))
    ended(job, 'retried', error)
  }

  async function renew(): Promise<void> {
    const claims = [...new Set(allRunning().map(([{ claim }]) => claim))]
    if (claims.length === 0) {
      clearInterval(renewing)
      renewing = undefined
      return
    }
    // The next renewal retries, and the end of the job detects a lost lease.
    await storage.write([], tx => jobStore(tx).renew(claims, clock.now() + lease_ms)).catch(() => {})
  }

  return {
    handle(kind, handler) {
      if (lanes.has(kind)) throw new Error(`There are two handlers for jobs of the kind ${kind}.`)
      lanes.set(kind, { handler, running: new Map(), since: new WeakMap() })
    },
    kinds: () => [...lanes.keys()],
    delivers: kind => lanes.get(kind)?.handler.delivers ?? false,
    runningSince: before =>
      [...lanes.values()].flatMap(({ running, since }) =>
        [...running.keys()].filter(job => (since.get(job) ?? before) < before),
      ),
    runDue,
    async runKind(kind, more) {
      const lane = lanes.get(kind)
      if (lane && !stopping.signal.aborted && lane.running.size < limitOf(lane)) await claim(kind, lane, more)
    },
    async drain() {
      for (;;) {
        const next = await runDue(() => {})
        const running = allRunning()
        if (running.length > 0) await Promise.race(running.map(([, work]) => work))
        else if (next > clock.now()) return
      }
    },
    async stop() {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, stop_ms)
      await Promise.race([Promise.all(allRunning().map(([, work]) => work)), timeout.promise])
      clearTimeout(timer)
      clearInterval(renewing)
      stopping.abort()
      const left = [...new Set(allRunning().map(([{ claim }]) => claim))]
      if (left.length > 0) await storage.write([], tx => jobStore(tx).release(left))
    },
  }
}

const MAX_MESSAGE = 500
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE)
