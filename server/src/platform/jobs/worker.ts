import { AsyncLocalStorage } from 'node:async_hooks'
import type { Notice } from '../kernel/notice.ts'
import type { JobRunner } from './runner.ts'

/** The interval for finding jobs that another instance or a command stored. */
const IDLE_MS = 15_000

export interface JobWorker {
  start(): void
  /** Wakes the worker when a new job is due. */
  notice(notices: readonly Notice[]): void
  /** Starts the due jobs of this kind, even before `start`. */
  runNow(kind: string): void
  /** Runs everything that is due, including jobs that these jobs store. Tests call it after they set the clock. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export interface WorkerParts {
  runner: JobRunner
  now(): number
  failed(error: unknown): void
}

export function jobWorker({ runner, now, failed }: WorkerParts): JobWorker {
  // Requests wake the worker, and their async context (transaction, cause) must not leak into jobs.
  const inOwnContext = AsyncLocalStorage.snapshot()
  let isStarted = false
  let looking: Promise<void> | undefined
  let lookAgain = false
  let wakeAt = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    if (!isStarted) return
    lookAgain = true
    looking ??= inOwnContext(look).finally(() => {
      looking = undefined
      // A notice may have arrived after the last check.
      if (lookAgain) wake()
    })
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    while (lookAgain && isStarted) {
      lookAgain = false
      let next = Number.POSITIVE_INFINITY
      try {
        next = await runner.runDue(wake)
      } catch (error) {
        failed(error)
      }
      wakeAt = Math.min(next, now() + IDLE_MS)
    }
    if (!isStarted) return
    clearTimeout(timer)
    timer = setTimeout(wake, Math.max(0, wakeAt - now()))
    timer.unref()
  }

  return {
    start() {
      isStarted = true
      wake()
    },
    notice(notices) {
      if (!isStarted) return
      const first = Math.min(...notices.map(({ body }) => (body as { run_at: number }).run_at))
      if (looking) lookAgain = true
      else if (first < wakeAt) {
        wakeAt = first
        clearTimeout(timer)
        timer = setTimeout(wake, Math.max(0, first - now()))
        timer.unref()
      }
    },
    runNow: kind => void inOwnContext(() => runner.runKind(kind, wake)).catch(failed),
    drain: () => inOwnContext(() => runner.drain()),
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await looking
      await runner.stop()
    },
  }
}
