// npm run prune -- [--now <instant>]: deletes expired change log entries and request outcomes.
import { parseInstant } from '@daymark/contract/validation/instant'
import { prune } from '../platform/changes/retention.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { Refusal } from './support/arguments.ts'
import { runDatabaseCommand } from './support/command.ts'

const USAGE = `Usage: npm run prune -- [--now 2026-12-31T00:00:00Z]

Deletes changes that are older than CHANGES_DAYS, and expired outcomes of requests. A running server does this hourly.`

const shape = { usage: USAGE, options: { now: { type: 'string' } } } as const

await runDatabaseCommand(shape, async ({ config, storage }, { values }) => {
  const now = values.now === undefined ? systemClock.now() : parseInstant(values.now)
  if (now === undefined) throw new Refusal(`--now must be an ISO 8601 datetime.\n\n${USAGE}`)
  const { changes, outcomes } = await prune(storage, now, config.CHANGES_DAYS)
  console.log(
    `Deleted ${changes} changes older than ${config.CHANGES_DAYS} days and ${outcomes} expired request outcomes.`,
  )
})
