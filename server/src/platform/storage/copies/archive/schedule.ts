// Scheduled backups: makes one when the newest is too old, in a thread of its own, and deletes the oldest.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../../kernel/time/clock.ts'
import { type BackupSource, backupName, keepNewest, storedBackups } from './backups.ts'

export interface BackupPlan {
  source: BackupSource
  folder: string
  everyMs: number
  keep: number
}

export interface BackupState {
  /** The time of the newest backup. */
  last_at: number | undefined
  /** The last attempt failed, or the newest backup is older than two intervals. */
  isOverdue: boolean
}

export interface BackupReport {
  made(path: string, ms: number): void
  failed(error: unknown): void
}

export interface BackupSchedule {
  /** Makes a backup if it is due. */
  check(): Promise<void>
  state(): BackupState
  /** Resolves when no backup is running. */
  stop(): Promise<void>
}

/** Looks this often whether a backup is due, so that a machine that was asleep catches up. */
const CHECK_MS = 60_000

export function scheduleBackups(plan: BackupPlan, clock: Clock, report: BackupReport): BackupSchedule {
  const { folder, everyMs, keep, source } = plan
  let lastAt: number | undefined
  let hasFailed = false
  let running: Promise<void> | undefined

  async function checkNow(): Promise<void> {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      accessSync(folder, constants.W_OK)
      const now = clock.now()
      lastAt = (await storedBackups(folder, now)).find(({ made_at }) => made_at <= now)?.made_at
      if (lastAt !== undefined && now - lastAt < everyMs) return
      const path = join(folder, backupName(now))
      const startedAt = performance.now()
      await backupInThread(source, path, now)
      await keepNewest(folder, keep, clock.now())
      lastAt = now
      hasFailed = false
      report.made(path, Math.round(performance.now() - startedAt))
    } catch (error) {
      // Reports a lasting problem once, not every minute.
      if (!hasFailed) report.failed(error)
      hasFailed = true
    }
  }

  function check(): Promise<void> {
    running ??= checkNow().finally(() => {
      running = undefined
    })
    return running
  }

  const timer = setInterval(() => void check(), CHECK_MS)
  timer.unref()
  return {
    check,
    state: () => ({
      last_at: lastAt,
      isOverdue: hasFailed || (lastAt !== undefined && clock.now() - lastAt > 2 * everyMs),
    }),
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Checking a copy reads all of it, which would block the event loop. */
function backupInThread(source: BackupSource, target: string, now: number): Promise<void> {
  const worker = new Worker(new URL('./backup-thread.ts', import.meta.url), {
    workerData: { source, target, now },
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  worker.once('error', reject)
  worker.once('exit', code =>
    code === 0 ? resolve() : reject(new Error(`The backup ended with exit code ${code}.`)),
  )
  return promise
}
