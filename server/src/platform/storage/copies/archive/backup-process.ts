// The process that makes a scheduled backup. A process and not a thread, because the server can kill it at any time,
// even inside SQLite.
import { type BackupSource, makeBackup } from './backups.ts'

export interface BackupOrder {
  source: BackupSource
  target: string
  now: number
}

export interface BackupResult {
  /** Undefined if the backup was made. */
  failure: unknown
}

// Ignores signals that a service manager or terminal sends to all processes, because the server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// Exits when the server has read the result or has died.
process.once('disconnect', () => process.exit())
process.once('message', async ({ source, target, now }: BackupOrder) => {
  const failure: unknown = await makeBackup(source, target, now).then(
    () => undefined,
    error => error,
  )
  process.send?.({ failure } satisfies BackupResult)
})
