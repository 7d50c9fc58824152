// Makes one backup in a process of its own. Unlike a thread, a process can be killed at any time, even inside SQLite.
import { type BackupSource, makeBackup } from './backups.ts'

export interface BackupOrder {
  source: BackupSource
  target: string
  now: number
}

export interface BackupResult {
  /** Undefined if the backup succeeded. */
  failure: unknown
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
  process.send?.({ failure } satisfies BackupResult)
})
