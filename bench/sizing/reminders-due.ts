// Measures how late 10,000 reminders for 1,000 people are sent if they are due over a minute, or all at the same moment.
// node bench/sizing/reminders-due.ts --database sqlite|postgres --reminders 10000 --spread 60 --lead 25
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import type { Storage } from '../../server/src/platform/storage/unit-of-work.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { startProgram } from '../../server/test/support/process.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    reminders: { type: 'string', default: '10000' },
    spread: { type: 'string', default: '60' },
    lead: { type: 'string', default: '25' },
  },
})
const total = Number(values.reminders)
const spreadMs = Number(values.spread) * 1000
const PEOPLE = 1_000
const STEP = 200
/**
 * The time between the start and the first due reminder. It must be long enough to write the rows and start the
 * server.
 */
const leadMs = Number(values.lead) * 1000

const folder = mkdtempSync(join(tmpdir(), 'daymark-due-'))
const postgres = values.database === 'postgres' ? await startPostgres({ durable: true }) : undefined
const address = postgres
  ? ({ kind: 'postgres', url: postgres.url } as const)
  : ({ kind: 'sqlite', path: join(folder, 'daymark.db') } as const)
const storage = await openStorage(address)
const start = Date.now() + leadMs
await seed(storage, start)
await storage.close()
const issuer = await startIssuer()
const server = await startProgram({
  DATA_DIR: folder,
  LOG_LEVEL: 'fatal',
  ...issuer.settings,
  ...(postgres && { DATABASE_URL: postgres.url }),
})
const aheadMs = start - Date.now()
if (aheadMs < 0) console.log(`The server was ready ${-aheadMs} ms too late; repeat with a longer --lead.`)
await pause(Math.max(0, start + spreadMs + 15_000 - Date.now()))
await server.stop()
const reader = await openStorage(address)
const sent = await reader.read(db =>
  db.sql.selectFrom('notifications').select(['sent_at', 'due_at']).execute(),
)
const delays = sent.map(({ sent_at, due_at }) => sent_at - due_at).sort((a, b) => a - b)
await reader.close()
const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]
console.log(
  `${values.database}: ${delays.length} of ${total} reminders, due within ${values.spread} s: late by ` +
    `${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms (most)`,
)
await issuer.close()
await postgres?.discard()
rmSync(folder, { recursive: true, force: true })
process.exit(0)

/** Writes the rows for people, todos and jobs directly, like those that the server would write. */
async function seed(target: Storage, from: number): Promise<void> {
  const now = Date.now()
  const times = { created_at: now, updated_at: now }
  const people = Array.from({ length: PEOPLE }, (_, n) => ({ id: `person-${n}`, group: newId() }))
  const todos = Array.from({ length: total }, (_, n) => {
    const { id: owner_id = '', group: tag_group_id = '' } = people[n % PEOPLE] ?? {}
    const deadline = from + Math.floor((n / total) * spreadMs)
    return { id: newId(), owner_id, tag_group_id, deadline }
  })
  for (let at = 0; at < PEOPLE; at += STEP) {
    const some = people.slice(at, at + STEP)
    await target.write([], async ({ sql: db }) => {
      const users = some.map(({ id }) => ({
        ...{ id, display_name: id, email_verified: false, friend_code: id, claims_at: 0 },
        ...times,
      }))
      await db.insertInto('users').values(users).execute()
      const groups = some.map(({ id, group }) => ({
        ...{ id: group, owner_id: id, name: 'Work', color: '#112233', is_todo_group: true },
        ...times,
      }))
      await db.insertInto('tag_groups').values(groups).execute()
    })
  }
  for (let at = 0; at < total; at += STEP) {
    const some = todos.slice(at, at + STEP)
    await target.write([], async ({ sql: db }) => {
      const rows = some.map(todo => ({
        ...todo,
        ...{ title: 'Due', status: 'UNSCHEDULED' as const, reminders: '[{"minutes_before":0}]' },
        ...{ status_rank: 0, deadline_rank: todo.deadline, newest_rank: -now },
        ...times,
      }))
      await db.insertInto('todos').values(rows).execute()
      const jobs = some.map(({ id, owner_id, deadline }) => ({
        ...{ kind: 'reminder', key: `todo:${id}`, owner_id, run_at: deadline, attempts: 0, payload: 'null' },
        created_at: now,
      }))
      await db.insertInto('jobs').values(jobs).execute()
    })
  }
}
