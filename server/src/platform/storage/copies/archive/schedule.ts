import { fork } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import type { Clock } from '../../../kernel/time/clock.ts'
import { program } from '../../../program/program.ts'
import type { BackupOrder, BackupResult } from './backup-process.ts'
import {
  BackupFailed,
  type BackupSource,
  keepNewest,
  removeLeftovers,
  removeParts,
  reserveBackup,
  storedBackups,
} from './backups.ts'
import { claimBackupFolder } from './claim.ts'

export interface BackupPlan {
  source: BackupSource
  folder: string
  everyMs: number
  keep: number
}

export interface BackupState {
  last_at: number | undefined
  /** True if the last attempt failed, or if two intervals passed without a new backup. */
  isOverdue: boolean
  /** Why the last attempt failed, without paths. */
  trouble?: string
}

export interface BackupReport {
  made(path: string, ms: number): void
  failed(error: unknown): void
}

export interface BackupSchedule {
  check(): Promise<void>
  state(): BackupState
  /** Aborts a running backup and removes its files. */
  stop(): Promise<void>
}

/** How often to check whether a backup is due. Frequent, so that a machine catches up after sleep. */
const CHECK_MS = 60_000
/**
 * The delay after a failed backup. Each attempt reads the whole database, so retrying every minute would cost too much.
 */
export const RETRY_MS = 600_000

export function scheduleBackups(plan: BackupPlan, clock: Clock, report: BackupReport): BackupSchedule {
  const { folder, everyMs, keep, source } = plan
  const startedAt = clock.now()
  const stopping = new AbortController()
  let lastAt: number | undefined
  let attemptedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let trouble: string | undefined
  let running: Promise<void> | undefined

  async function checkNow(): Promise<void> {
    try {
      claimBackupFolder(source.database, folder)
      accessSync(folder, constants.W_OK)
      const now = clock.now()
      lastAt = (await storedBackups(folder, now)).find(({ made_at }) => made_at <= now)?.made_at
      if (lastAt !== undefined && now - lastAt < everyMs) {
        // A backup that the operator made by hand counts too.
        hasFailed = false
        return
      }
      if (hasFailed && Math.abs(now - attemptedAt) < RETRY_MS) return
      attemptedAt = now
      const begin = performance.now()
      await removeLeftovers(folder, performance.timeOrigin)
      const path = reserveBackup(folder, now)
      await backupInProcess({ source, target: path, now }, stopping.signal)
      await keepNewest(folder, keep, now)
      lastAt = now
      hasFailed = false
      report.made(path, Math.round(performance.now() - begin))
    } catch (error) {
      if (stopping.signal.aborted) return
      // Reports a persistent problem once, not at every attempt.
      if (!hasFailed) report.failed(error)
      trouble = error instanceof BackupFailed ? error.summary : undefined
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
      ...(hasFailed && trouble !== undefined && { trouble }),
      isOverdue: hasFailed || clock.now() - (lastAt ?? startedAt) > 2 * everyMs,
    }),
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

const failureOf = ({ failure, summary }: BackupResult): unknown =>
  summary !== undefined && failure instanceof Error
    ? new BackupFailed(failure.message, { cause: failure.cause, summary })
    : failure

/** Makes the backup in another process, because checking the whole copy would block the event loop. */
async function backupInProcess(order: BackupOrder, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { path, options } = program.launch('backup-process')
  const child = fork(path, { ...options, serialization: 'advanced' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let result: BackupResult | undefined
  child.once('message', message => {
    result = message as BackupResult
    child.disconnect()
  })
  child.on('error', reject)
  child.once('exit', (code, killedBy) => {
    if (!result) reject(new Error(`The process of the backup ended early (${killedBy ?? code}).`))
    else if (result.failure === undefined) resolve()
    else reject(failureOf(result))
  })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  child.send(order)
  try {
    await promise
  } catch (error) {
    removeParts(order.target)
    throw error
  } finally {
    signal.removeEventListener('abort', kill)
  }
}
