// Stores a database from this version, and the API's responses for it. Tests in later versions upgrade the
// database.
// Usage: npm run record-database -- <version>; part of "npm run release".
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { type Client, createClient } from '@daymark/client'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import { openLog } from '../server/src/platform/observability/log.ts'
import { openStorage } from '../server/src/platform/storage/open.ts'
import { PASSWORD, PEOPLE } from './demo/data.ts'
import { seedDemo } from './demo/seed.ts'

const ZONE = 'Europe/Berlin'
const DAY_MS = 86_400_000

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('Usage: npm run record-database -- <version>')
const target = join(import.meta.dirname, '../server/test/upgrades', version)
const folder = mkdtempSync(join(tmpdir(), 'daymark-record-'))
const config = readConfig({
  DATA_DIR: folder,
  PUBLIC_URL: 'http://daymark.test',
  RATE_LIMIT_ENABLED: 'false',
  LOG_LEVEL: 'silent',
})
const storage = await openStorage(config.database)
await seedDemo({ config, storage, zone: ZONE })
const now = Date.now()
const app = await buildApp({ config, storage, clock: { now: () => now }, log: openLog('silent') })
const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })

async function clientOf(email: string): Promise<{ client: Client; token: string }> {
  const { access_token } = await createClient({ baseUrl }).accounts.signIn({
    body: { email, password: PASSWORD },
  })
  return { client: createClient({ baseUrl, token: access_token }), token: access_token }
}

/**
 * Adds what the demo does not contain: deleted, undone and edited items, every sharing level, tokens, blocks and
 * settings.
 */
async function addRarities(): Promise<void> {
  const [jonas, mina, sofia] = await Promise.all(
    PEOPLE.map(async ({ email }) => (await clientOf(email)).client),
  )
  if (!jonas || !mina || !sofia) throw new Error('The demo has three people.')
  const start = `${dateOf(now)}T10:00:00Z`
  const series = await jonas.schedules.create({
    body: {
      title: 'Daily',
      start_time: start,
      end_time: `${dateOf(now)}T11:00:00Z`,
      recurrence_rule: 'FREQ=DAILY;COUNT=9',
    },
  })
  await jonas.schedules.update({
    params: { schedule_id: series.id },
    query: { instance_start: start },
    body: { title: 'Renamed once' },
  })
  const [group] = await jonas.tags.listGroups()
  const make = (title: string, more: object = {}) =>
    jonas.todos.create({ body: { title, tag_group_id: group?.id ?? '', ...more } })
  const [deleted, renamed] = [await make('In the trash'), await make('First name')]
  await jonas.todos.remove({ params: { todo_id: deleted.id } })
  await jonas.todos.update({ params: { todo_id: renamed.id }, body: { title: 'Ünïcødé', description: '😀' } })
  const [newest] = await jonas.history.list()
  await jonas.history.undo({ params: { batch_id: newest?.batch_id ?? '' } })
  const { id: sofiaId } = await sofia.users.me()
  for (const visibility of [
    { level: 'public' },
    { level: 'friends' },
    { level: 'selected', allowed_user_ids: [sofiaId] },
    { level: 'allowed_emails', allowed_emails: ['mina@example.org'], allowed_domains: ['example.com'] },
  ])
    await make(`Shared: ${visibility.level}`, { visibility })
  await jonas.tokens.create({ body: { name: 'Script', scopes: ['read'] } })
  await jonas.users.updatePreferences({ body: { theme: 'dark', working_hours: { 0: [] } } })
  await sofia.friends.block({ params: { user_id: (await mina.users.me()).id } })
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const period = {
  start_date: `${dateOf(now - 40 * DAY_MS)}T00:00:00Z`,
  end_date: `${dateOf(now + 40 * DAY_MS)}T00:00:00Z`,
}
const days = `start_date=${dateOf(now - 40 * DAY_MS)}&end_date=${dateOf(now)}&timezone=${ZONE}`
const between = `start_date=${period.start_date}&end_date=${period.end_date}&timezone=${ZONE}`

const QUESTIONS = [
  '/v1/users/me',
  '/v1/users/me/preferences',
  '/v1/users/me/usage',
  '/v1/tags/groups',
  '/v1/tags',
  '/v1/todos?limit=500',
  '/v1/todos/stats',
  `/v1/schedules?${between}&limit=500`,
  `/v1/timers?limit=500`,
  '/v1/timers/active',
  '/v1/timers/friends',
  '/v1/meetings',
  '/v1/friends',
  '/v1/friends/requests/received',
  '/v1/friends/requests/sent',
  '/v1/friends/blocks',
  '/v1/tokens',
  '/v1/trash',
  '/v1/history?limit=100',
  '/v1/changes?since=0&limit=500',
  `/v1/reports/time?${days}`,
  `/v1/reports/goals?${days}`,
  `/v1/reports/accuracy?${days}`,
  '/auth/account',
]

await addRarities()
const answers: Record<string, Record<string, { status: number; body: unknown }>> = {}
for (const { email } of PEOPLE) {
  const { client, token } = await clientOf(email)
  const meetings = (await client.meetings.list()).flatMap(({ id }) => [
    `/v1/meetings/${id}`,
    `/v1/meetings/${id}/result`,
  ])
  const own: (typeof answers)[string] = {}
  for (const path of [...QUESTIONS, ...meetings]) {
    const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
    own[path] = { status: response.status, body: await response.json() }
  }
  answers[email] = own
}
await app.close()
await storage.close()

const file = join(folder, 'daymark.db')
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = delete; vacuum')
database.close()
mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'daymark.db.gz'), gzipSync(readFileSync(file), { level: 9 }))
writeFileSync(join(target, 'secrets.json'), readFileSync(join(folder, 'secrets.json')))
const recorded = { now, password: PASSWORD, answers }
writeFileSync(join(target, 'answers.json.gz'), gzipSync(JSON.stringify(recorded), { level: 9 }))
rmSync(folder, { recursive: true })
console.log(`Stored the ${version} database in ${target}.`)
for (const [email, own] of Object.entries(answers))
  for (const [path, { status }] of Object.entries(own))
    if (status !== 200) console.log(`${status} ${email} ${path}`)
