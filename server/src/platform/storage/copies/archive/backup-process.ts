// Makes one backup in a process of its own. Unlike a thread, a process can be killed at any time, even inside SQLite.
import { BackupFailed, type BackupSource, makeBackup } from './backups.ts'

export interface BackupOrder {
  source: BackupSource
  target: string
  now: number
}

export interface BackupResult {
  /** Undefined if the backup succeeded. */
  failure: unknown
  /** `BackupFailed.summary`, because messages between processes keep only the standard fields of an error. */
  summary?: string | undefined
}

// A service manager or terminal sends these signals to all processes, but only the server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// Exits once the server has read the result or has died.
process.once('disconnect', () => process.exit())
process.once('message', async ({ source, target, now }: BackupOrder) => {
  const failure: unknown = await makeBackup(source, target, now).then(
    () => undefined,
    error => error,
  )
  const summary = failure instanceof BackupFailed ? failure.summary : undefined
  process.send?.({ failure, summary } satisfies BackupResult)
})
