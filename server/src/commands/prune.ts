// npm run prune -- [--now <instant>]: deletes expired change log entries and request outcomes.
import { parseArgs } from 'node:util'
import { parseInstant } from '@daymark/contract/validation/instant'
import { prune } from '../platform/changes/retention.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { Refusal, runCommand } from './command.ts'

const USAGE = 'Usage: npm run prune -- [--now 2026-12-31T00:00:00Z]'

await runCommand(async ({ config, storage }) => {
  const { values } = parseArgs({ options: { now: { type: 'string' } } })
  const now = values.now === undefined ? systemClock.now() : parseInstant(values.now)
  if (now === undefined) throw new Refusal(`--now must be an ISO 8601 datetime.\n\n${USAGE}`)
  const { changes, outcomes } = await prune(storage, now, config.CHANGES_DAYS)
  console.log(
    `Deleted ${changes} changes older than ${config.CHANGES_DAYS} days and ${outcomes} expired request outcomes.`,
  )
})
