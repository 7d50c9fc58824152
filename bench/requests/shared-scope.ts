// Compares `scope=shared` with `mine` for the same number of results, with 10,000 people and 200,000 items.
import type { ResourceType } from '@daymark/contract/people/visibility'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { fillCrowd, HEAVY, VIEWER, VIEWER_EMAIL } from '../../server/test/support/crowd.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'

const CROWD = { people: 10_000, friends: 200, things_per_type: 50_000 }
const ROUNDS = 20
const DAYS = 'start_date=2026-03-01&end_date=2026-04-01'

const LISTS: Record<ResourceType, string> = {
  todo: '/v1/todos?',
  schedule: `/v1/schedules?${DAYS}&`,
  timer: '/v1/timers?',
  meeting: '/v1/meetings?',
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  if (wanted.length === 0 || wanted.includes('sqlite')) await measure('SQLite', openFreshSqlite)
  if (wanted.length === 0 || wanted.includes('postgres')) {
    await using postgres = await startPostgres()
    process.env['TEST_POSTGRES_URL'] = postgres.url
    await measure('PostgreSQL', openFreshPostgres)
  }
}

async function measure(name: string, open: typeof openFreshSqlite): Promise<void> {
  const server = await startTestApp(await open(), {}, { watched: false })
  await fillCrowd(server.storage, CROWD)
  // Autovacuum would also run ANALYZE after this many writes, but only some time later.
  await server.storage.write([], tx => tx.execute('analyze', []))
  console.log(`\n${name}; the best of ${ROUNDS} rounds\n`)
  console.log('| list | limit | results mine / shared | mine ms | shared ms | shared / mine | all ms |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [type, path] of Object.entries(LISTS)) {
    for (const limit of ['50', '']) await compare(server, type, path, limit)
  }
  await server.close()
}

async function compare(server: TestApp, type: string, path: string, limit: string): Promise<void> {
  const page = limit ? `&limit=${limit}` : ''
  const calls = {
    mine: await reader(server, HEAVY, `${path}scope=mine${page}`),
    shared: await reader(server, VIEWER, `${path}scope=shared${page}`),
    all: await reader(server, VIEWER, `${path}scope=all${page}`),
  }
  const times: Record<string, number[]> = { mine: [], shared: [], all: [] }
  const counts: Record<string, number> = {}
  // Interleaves the requests, so that other load affects all equally.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const start = performance.now()
      counts[name] = await call()
      times[name]?.push(performance.now() - start)
    }
  }
  // Uses the fastest round, because other load slows down some rounds.
  const best = (name: string) => Math.min(...(times[name] ?? []))
  const figures = [best('mine'), best('shared'), best('shared') / best('mine'), best('all')]
  const cells = [type, limit || '-', `${counts['mine']} / ${counts['shared']}`]
  console.log(`| ${[...cells, ...figures.map(figure => figure.toFixed(1))].join(' | ')} |`)
}

/**
 * Returns a function that sends a complete request (authentication, SQL, presentation, JSON) and returns the number
 * of results.
 */
async function reader(server: TestApp, person: string, path: string): Promise<() => Promise<number>> {
  const email = person === VIEWER ? { email: VIEWER_EMAIL, email_verified: true } : {}
  const token = await server.issuer.token({ sub: person, name: person, ...email })
  const headers = { authorization: `Bearer ${token}` }
  return async () => {
    const response = await server.fetch(path, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as unknown[]).length
  }
}

await main()
