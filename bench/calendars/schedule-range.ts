// Measures reading a month, the first page of 400 days and an empty day, with 100 and with 100,000 schedules. Runs on
// SQLite, and also on PostgreSQL if TEST_POSTGRES_URL is set.
import { startTestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
import { type Draft, type Scenario, seedSchedules, timeAll } from '../support/seeds/schedule-seed.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 31)
const MOST = Number(process.env['MOST'] ?? 100_000)
const DAY = 86_400_000
const HOUR = 3_600_000
const MIDDLE = Date.UTC(2026, 2, 1)

/** The first 100 schedules are in the requested month. The rest are spread over almost 30 years before and after it. */
function drafts(count: number): Draft[] {
  return Array.from({ length: count }, (_, at) => {
    const near = at < 100
    const day = near ? (at % 31) + 1 : (at % 2 === 0 ? -1 : 1) * (500 + ((at * 37) % 10_000))
    const start_time = MIDDLE + day * DAY + (at % 24) * HOUR
    // Some distant schedules last 30 or 400 days, but none of them overlaps the month.
    const length = at % 50 === 0 ? 30 * DAY : at % 51 === 0 ? 400 * DAY : HOUR
    return { start_time, end_time: start_time + (near ? HOUR : length) }
  })
}

const stores = {
  SQLite: openFreshSqlite,
  ...(process.env['TEST_POSTGRES_URL'] && { PostgreSQL: openFreshPostgres }),
}

console.log(`${ROUNDS} rounds, medians of ms\n`)
console.log(`| database | request | 100 | ${MOST.toLocaleString('en')} | ratio |\n|---|---|---|---|---|`)
for (const [database, open] of Object.entries(stores)) {
  const server = await startTestApp(await open(), {}, { watched: false })
  const people = [
    ['few', 100],
    ['many', MOST],
  ] as const
  const requests = {
    'month of 100 items': 'start_date=2026-03-01&end_date=2026-04-03',
    'first 50 of the month': 'start_date=2026-03-01&end_date=2026-04-03&limit=50',
    'first 50 of 400 days': 'start_date=2026-02-01&end_date=2027-03-01&limit=50',
    'a day without items': 'start_date=2026-07-10&end_date=2026-07-11',
  }
  const scenarios: Scenario[] = []
  for (const [sub, count] of people) {
    const token = await server.issuer.token({ sub, name: sub }, { expiresIn: 86_400 })
    await (await server.as(sub)).users.me()
    await seedSchedules(server.storage, sub, drafts(count))
    for (const [name, query] of Object.entries(requests)) {
      scenarios.push({ name: `${sub} ${name}`, path: `/v1/schedules?${query}`, token })
    }
  }
  const timings = await timeAll(server, scenarios, ROUNDS)
  for (const name of Object.keys(requests)) {
    const few = timings.get(`few ${name}`)?.wall ?? 0
    const many = timings.get(`many ${name}`)?.wall ?? 0
    console.log(
      `| ${database} | ${name} | ${few.toFixed(2)} | ${many.toFixed(2)} | ${(many / few).toFixed(2)} |`,
    )
  }
  await server.close()
}
