// Measures reports: a year with 10,000 timers and 200 series by tag and day, other reports for the same year, and
// one week and five years for people with 100 to 100,000 timers. Runs on SQLite, and also on PostgreSQL if
// TEST_POSTGRES_URL is set.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startTestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
import { seedReports } from '../support/seeds/report-seed.ts'
import { type Scenario, timeAll } from '../support/seeds/schedule-seed.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 21)
const SIZES = (process.env['TIMERS'] ?? '100,1000,10000,100000').split(',').map(Number)
const TARGET_MS = { SQLite: 50, PostgreSQL: 80 }
const YEAR = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) }
/** The timers are spread over five years, so that the requested week contains the same small share at every size. */
const LONG = { from: Date.UTC(2021, 0, 3), to: YEAR.to }
const zone = 'timezone=America/New_York'
const year = `start_date=2025-01-01&end_date=2025-12-31&${zone}`

const stores = {
  SQLite: openFreshSqlite,
  ...(process.env['TEST_POSTGRES_URL'] && { PostgreSQL: openFreshPostgres }),
}

console.log(`A year with 10,000 timers, 200 series and 20 tags, ${ROUNDS} rounds, medians\n`)
console.log('| database | request | ms | best ms | CPU ms | KB | longest hold ms | target |')
console.log('|---|---|---|---|---|---|---|---|')
for (const [database, open] of Object.entries(stores)) {
  const server = await startTestApp(await open(), { QUOTA_TIMERS: '0' }, { watched: false })
  const tokenOf = async (sub: string) => {
    await (await server.as(sub)).users.me()
    return server.issuer.token({ sub, name: sub }, { expiresIn: 86_400 })
  }
  const token = await tokenOf('ann')
  await seedReports(server.storage, { owner: 'ann', tags: 20, timers: 10_000, ...YEAR, series: 200 })
  const scenarios: Scenario[] = [
    { name: 'time by tag and day', path: `/v1/reports/time?${year}&group_by=tag&bucket=day`, token },
    { name: 'time by hour of the day', path: `/v1/reports/time?${year}&group_by=hour_of_day`, token },
    { name: 'goals', path: `/v1/reports/goals?${year}`, token },
    { name: 'accuracy', path: `/v1/reports/accuracy?${year}`, token },
    { name: 'activity', path: `/v1/reports/activity?year=2025&${zone}`, token },
    {
      name: 'time by tag and day as CSV',
      path: `/v1/reports/time?${year}&group_by=tag&bucket=day&format=csv`,
      token,
    },
  ]
  // Does not wait for autovacuum, which would do the same within a minute.
  if (database === 'PostgreSQL') await server.storage.read(db => db.execute('vacuum analyze', []))
  const target = TARGET_MS[database as keyof typeof TARGET_MS]
  await table(database, scenarios, name => (name === 'time by tag and day' ? `${target} ms` : '-'))
  const growing: Scenario[] = []
  for (const timers of SIZES) {
    const owner = `has-${timers}`
    const own = await tokenOf(owner)
    await seedReports(server.storage, { owner, tags: 20, timers, ...LONG, series: 10 })
    const path = `/v1/reports/time?start_date=2025-06-02&end_date=2025-06-08&${zone}&group_by=tag&bucket=day`
    growing.push({ name: `one week of ${timers.toLocaleString('en')} timers in 5 years`, path, token: own })
    const all = `/v1/reports/time?start_date=2021-01-03&end_date=2025-12-31&${zone}&group_by=tag&bucket=month`
    growing.push({ name: `all ${timers.toLocaleString('en')} timers`, path: all, token: own })
  }
  await table(database, growing, () => '-')
  await server.close()

  async function table(
    name: string,
    list: readonly Scenario[],
    wanted: (scenario: string) => string,
  ): Promise<void> {
    const timings = await timeAll(server, list, ROUNDS)
    for (const scenario of list) {
      const timing = timings.get(scenario.name)
      if (!timing) continue
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      await timeAll(server, [scenario], 3)
      delay.disable()
      const { wall, best, cpu, bytes } = timing
      const figures = [wall, best, cpu].map(each => each.toFixed(1)).join(' | ')
      console.log(
        `| ${name} | ${scenario.name} | ${figures} | ${(bytes / 1024).toFixed(0)} | ${(delay.max / 1e6).toFixed(0)} | ${wanted(scenario.name)} |`,
      )
    }
  }
}
process.exit()
