// Measures searches for a person with 100,000 items. Runs on SQLite, and also on PostgreSQL if TEST_POSTGRES_URL is
// set.
import { startTestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
import { type Scenario, timeAll } from '../support/seeds/schedule-seed.ts'
import { seedSearch } from '../support/seeds/search-seed.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 21)
const ITEMS = Number(process.env['ITEMS'] ?? 100_000)
const TARGET_MS = 50

const QUERIES: [name: string, query: string][] = [
  ['a rare word', 'q=77777'],
  ['a common word', 'q=report'],
  ['two words', 'q=budget review'],
  ['a word of all descriptions', 'q=deadline'],
  ['nothing is found', 'q=zebra'],
  ['Korean syllables', 'q=회의'],
  ['Korean initial consonants', 'q=ㅈㄱㅎㅇ'],
  ['only open todos', 'q=budget&kinds=todo&status=UNSCHEDULED'],
  ['entries of one month', 'q=budget&kinds=schedule&start_date=2024-03-01&end_date=2024-03-31'],
]

const stores = {
  SQLite: openFreshSqlite,
  ...(process.env['TEST_POSTGRES_URL'] && { PostgreSQL: openFreshPostgres }),
}

console.log(`One person with ${ITEMS.toLocaleString('en')} items, 20 results, ${ROUNDS} rounds, medians\n`)
console.log('| database | search | ms | best ms | CPU ms | target |')
console.log('|---|---|---|---|---|---|')
for (const [database, open] of Object.entries(stores)) {
  const server = await startTestApp(await open(), { QUOTA_TODOS: '0' }, { watched: false })
  await (await server.as('ann')).users.me()
  const token = await server.issuer.token({ sub: 'ann', name: 'ann' }, { expiresIn: 86_400 })
  await seedSearch(server.storage, 'ann', ITEMS)
  // Does not wait for autovacuum, which would do the same within a minute.
  if (database === 'PostgreSQL') await server.storage.read(db => db.execute('vacuum analyze', []))
  const scenarios = QUERIES.map(
    ([name, query]): Scenario => ({ name, path: `/v1/search?${encodeURI(query)}&limit=20`, token }),
  )
  const timings = await timeAll(server, scenarios, ROUNDS)
  for (const { name } of scenarios) {
    const timing = timings.get(name)
    if (!timing) continue
    const { wall, best, cpu } = timing
    console.log(
      `| ${database} | ${name} | ${wall.toFixed(1)} | ${best.toFixed(1)} | ${cpu.toFixed(1)} | ${TARGET_MS} |`,
    )
  }
  await server.close()
}
