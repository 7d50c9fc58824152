import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import manifest from '../../../package.json' with { type: 'json' }
import { argumentPath } from '../config/config.ts'
import { record } from '../features/audit/record.ts'
import { calendarFile } from '../features/export/calendar-file.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { personalArchive } from '../platform/storage/copies/personal/personal-archive.ts'
import { Refusal } from './support/arguments.ts'
import { commandSource } from './support/audit.ts'
import { runDatabaseCommand } from './support/command.ts'
import { personOf } from './support/person.ts'

const USAGE = `Usage: npm run export -- --user <id or email> --to <file.zip> [--account] [--history]

Writes all data of one person to a new ZIP archive: a file of JSON lines for each kind of row, manifest.json with
row counts and checksums, and calendar.ics for calendar apps. The person can import it into another account.
--account adds the records about the account on this server, such as sessions, tokens, friends and notifications.
--history adds the change log. The server can keep running.

Without --to, the archive is written to standard output:
  npm run --silent export -- --user ann@example.org > ann.zip`

const shape = {
  usage: USAGE,
  options: {
    user: { type: 'string' },
    to: { type: 'string' },
    account: { type: 'boolean' },
    history: { type: 'boolean' },
  },
} as const

await runDatabaseCommand(
  shape,
  async ({ storage }, { values: { user, to: given, account = false, history = false } }) => {
    const to = given === undefined ? undefined : argumentPath(given)
    if (user === undefined) throw new Refusal(`Name the person with --user.\n\n${USAGE}`)
    if (to === undefined && process.stdout.isTTY)
      throw new Refusal(`Name the file with --to, because a terminal cannot show an archive.\n\n${USAGE}`)
    if (to !== undefined && existsSync(to)) throw new Refusal(`${to} already exists. Choose another file.`)
    const user_id = await personOf(storage, user)
    const request = {
      user_id,
      version: manifest.version,
      now: systemClock.now(),
      history,
      account,
      extra: [calendarFile],
    }
    const part = to === undefined ? undefined : `${to}.part`
    // Personal data must be readable only by the operating system user that created the file.
    const output =
      part === undefined ? new PassThrough() : createWriteStream(part, { mode: 0o600, flush: true })
    if (part === undefined) output.pipe(process.stdout)
    try {
      await storage.snapshot(db => pipeline(personalArchive(db, request, report), output))
    } catch (error) {
      if (part !== undefined) rmSync(part, { force: true })
      throw error
    }
    await storage.write([user_id], tx =>
      record(tx, {
        ...{ owner_id: user_id, event: 'data_exported', at: request.now },
        source: commandSource('export'),
      }),
    )
    if (part === undefined || to === undefined) return
    renameSync(part, to)
    console.error(`Wrote ${to}.`)
  },
)

/** Prints to standard error, because standard output may be the archive. */
function report(table: string, rows: number): void {
  if (rows > 0) console.error(`  ${table.padEnd(24)} ${rows.toLocaleString('en-US').padStart(9)} rows`)
}
