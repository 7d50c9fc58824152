// Measures totals, the manual order and corrected time for 100 and 10,000 todos with five timers each. Runs on
// SQLite, and also on PostgreSQL if TEST_POSTGRES_URL is set.
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
import { PAUSES, seedDay, TIMERS_PER_TODO } from '../support/seeds/day-seed.ts'
import { type Scenario, timeAll } from '../support/seeds/schedule-seed.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 31)
const FEW = 100
const MOST = Number(process.env['MOST'] ?? 10_000)
const number = (value: number) => value.toLocaleString('en')

const READS = {
  'first 50 todos': '/v1/todos?limit=50',
  'first 50 todos, `include_totals`': '/v1/todos?limit=50&include_totals=true',
  'first 50 todos, `order=position`': '/v1/todos?limit=50&order=position',
  'first 50 todos, both': '/v1/todos?limit=50&order=position&include_totals=true',
  'last 50 timers with segments': '/v1/timers?limit=50',
}
const SEGMENTS = [1, 50, 500]

const stores = {
  SQLite: openFreshSqlite,
  ...(process.env['TEST_POSTGRES_URL'] && { PostgreSQL: openFreshPostgres }),
}

console.log(
  `${ROUNDS} rounds, the best of each in ms; ${TIMERS_PER_TODO} timers with ${PAUSES} pauses on each todo, trees of 10\n`,
)
console.log(
  `| database | request | ${number(FEW)} todos | ${number(MOST)} todos | ratio |\n|---|---|---|---|---|`,
)
for (const [database, open] of Object.entries(stores)) {
  const server = await startTestApp(await open(), {}, { watched: false })
  const scenarios = [...(await person(server, 'few', FEW)), ...(await person(server, 'many', MOST))]
  // Autovacuum would also run ANALYZE after this many writes, but only some time later.
  await server.storage.write([], tx => tx.execute('analyze', []))
  const timings = await timeAll(server, scenarios, ROUNDS)
  const names = scenarios.filter(({ name }) => name.startsWith('few ')).map(({ name }) => name.slice(4))
  for (const name of names) {
    const [few, many] = ['few', 'many'].map(sub => timings.get(`${sub} ${name}`)?.best ?? 0)
    const figures = [few ?? 0, many ?? 0, (many ?? 0) / (few || 1)].map(each => each.toFixed(2))
    console.log(`| ${[database, name, ...figures].join(' | ')} |`)
  }
  await server.close()
}

async function person(server: TestApp, sub: string, count: number): Promise<Scenario[]> {
  const token = await server.issuer.token({ sub, name: sub }, { expiresIn: 86_400 })
  const client = await server.as(sub)
  const { id: group } = await client.tags.createGroup({
    body: { name: 'Work', color: '#4F86C6', is_todo_group: true },
  })
  await seedDay(server.storage, { owner_id: sub, group, count })
  const reads = Object.entries(READS).map(([name, path]) => ({ name: `${sub} ${name}`, path, token }))
  const writes = SEGMENTS.map(async length => {
    const segments = Array.from({ length }, (_, at) => ({
      start: new Date(Date.UTC(2026, 0, 10) + at * 600_000).toISOString(),
      end: new Date(Date.UTC(2026, 0, 10) + at * 600_000 + 300_000).toISOString(),
    }))
    const { id } = await client.timers.addRecord({ body: { segments } })
    return {
      name: `${sub} replace ${length} segment${length === 1 ? '' : 's'}`,
      path: `/v1/timers/${id}/segments`,
      token,
      method: 'PUT',
      body: { segments },
    }
  })
  return [...reads, ...(await Promise.all(writes))]
}
