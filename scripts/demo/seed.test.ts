// Seeds PostgreSQL with two weeks of timers. `dev.test.ts` seeds SQLite with all weeks.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@daymark/client'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { systemClock } from '../../server/src/platform/kernel/time/clock.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { inProcessFetch } from '../../server/test/support/app.ts'
import { silentLog } from '../../server/test/support/silent-log.ts'
import { migratedPostgresUrl } from '../../server/test/support/storages.ts'
import { PASSWORD, PEOPLE, TODOS } from './data.ts'
import { seedDemo } from './seed.ts'

const DAY_MS = 86_400_000
const WEEKS = 2
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const thisWeek = { start_date: inDays(-3), end_date: inDays(3) }

test('on PostgreSQL everyone can sign in and has the demo data', async () => {
  const { url, drop } = await migratedPostgresUrl()
  await seedAndLook({ DATABASE_URL: url })
  await drop()
})

async function seedAndLook(settings: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-demo-'))
  const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_ENABLED: 'false', ...settings })
  const seeded = await openStorage(config.database)
  const poll = await seedDemo({ config, storage: seeded, zone: 'Asia/Seoul', weeks: WEEKS, earlierWeeks: 1 })
  await seeded.close()
  const storage = await openStorage(config.database)
  const app = await buildApp({ config, storage, clock: systemClock, log: silentLog })
  const anybody = { baseUrl: 'http://daymark.test', fetch: inProcessFetch(app) }
  const clients = await Promise.all(
    PEOPLE.map(async ({ email }) => {
      const body = { email, password: PASSWORD }
      const { access_token } = await createClient(anybody).accounts.signIn({ body })
      return createClient({ ...anybody, token: access_token })
    }),
  )
  for (const client of clients) {
    assert.equal((await client.accounts.sessions()).length, 1, 'seeding leaves no session')
    assert.ok((await client.friends.list()).length > 0)
    assert.equal((await client.meetings.get({ params: { meeting_id: poll } })).id, poll)
  }
  const [jonas] = clients
  assert.ok(jonas)
  const timers = await jonas.timers.list({ query: { limit: 500 } })
  const times = timers.map(({ started_at }) => Date.parse(started_at ?? ''))
  assert.ok(times.length > 30, `${times.length} timers`)
  assert.ok(Math.min(...times) < Date.now() - 7 * (WEEKS - 1) * DAY_MS)
  assert.ok(Math.max(...times) > Date.now() - DAY_MS, 'each timer starts at its own time')
  assert.ok(timers.some(({ status, pause_history }) => status === 'COMPLETED' && pause_history.length === 4))
  assert.equal(timers.filter(({ status }) => status === 'RUNNING').length, 1)
  const todos = await jonas.todos.list()
  assert.equal(todos.length, TODOS.length + TODOS.flatMap(({ children }) => children).length)
  const entries = await jonas.schedules.list({ query: thisWeek })
  assert.ok(entries.some(({ instance_start }) => instance_start !== null))
  await app.close()
  await storage.close()
  rmSync(folder, { recursive: true })
}
