import { statSync } from 'node:fs'
import { parseInstant } from '@daymark/contract/validation/instant'
import { pruneNotifications } from '../features/notifications/service.ts'
import { prune } from '../platform/changes/retention.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { rewriteFile } from '../platform/storage/sqlite/sqlite-vacuum.ts'
import { Refusal } from './support/arguments.ts'
import { recordCommand } from './support/audit.ts'
import { runDatabaseCommand } from './support/command.ts'

const USAGE = `Usage: npm run prune -- [--now 2026-12-31T00:00:00Z] [--rewrite]

Deletes change log entries that are older than CHANGES_DAYS, expired stored responses (Idempotency-Key), and
notifications older than 90 days. A running server does this every hour, and for notifications every day.

  --rewrite   SQLite only: also rewrites the file to make it as small as possible. Stop the server first. Temporarily
              needs free disk space of up to twice the file's size. A file that an older version created needs this
              once; afterwards the server returns free space by itself.`

const shape = { usage: USAGE, options: { now: { type: 'string' }, rewrite: { type: 'boolean' } } } as const

await runDatabaseCommand(shape, async ({ config, storage }, { values }) => {
  const now = values.now === undefined ? systemClock.now() : parseInstant(values.now)
  if (now === undefined) throw new Refusal(`--now must be an ISO 8601 datetime.\n\n${USAGE}`)
  if (values.rewrite && config.database.kind === 'postgres')
    throw new Refusal('--rewrite is only for SQLite. PostgreSQL reclaims space itself (autovacuum).')
  const { changes, outcomes } = await prune(storage, now, config.CHANGES_DAYS)
  await recordCommand(storage, 'prune')
  const notifications = await pruneNotifications(storage, now)
  console.log(
    `Deleted ${changes} change log entries older than ${config.CHANGES_DAYS} days, ${outcomes} expired stored responses and ${notifications} notifications older than 90 days.`,
  )
  if (values.rewrite && config.database.kind === 'sqlite') return rewrite(config.database.path)
  const pages = await storage.shrink()
  if (pages > 0) console.log(`Freed ${pages} ${pages === 1 ? 'page' : 'pages'} of the database file.`)
})

function rewrite(path: string): void {
  const before = statSync(path).size
  rewriteFile(path)
  console.log(`File size: ${inMb(before)} MB before, ${inMb(statSync(path).size)} MB now.`)
}

function inMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
