// Measures reading a calendar month over GraphQL and REST, with 100 daily series that began ten years ago in a zone
// with DST. Runs on SQLite, and also on PostgreSQL if TEST_POSTGRES_URL is set.
import { startTestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
import { seedSchedules, timeAll } from '../support/seeds/schedule-seed.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 31)
const SERIES = 100
const TARGET_MS = 60
const DAY = 86_400_000
const BEGIN = Temporal.ZonedDateTime.from('2016-01-04T09:00[America/New_York]').epochMilliseconds

const EVERYTHING = `id title description startAt endAt createdAt isRecurring parentId instanceStart
  tags { id name color description groupId createdAt updatedAt }`
const query = (fields: string) =>
  `{ calendar(startDate: "2026-03-01", endDate: "2026-03-31", timezone: "America/New_York") { days { date events { ${fields} } } } }`

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  'FREQ=DAILY;INTERVAL=1',
  'FREQ=DAILY;COUNT=9000',
]

const stores = {
  SQLite: openFreshSqlite,
  ...(process.env['TEST_POSTGRES_URL'] && { PostgreSQL: openFreshPostgres }),
}

console.log(`${SERIES} daily series since 2016, March 2026, ${ROUNDS} rounds, medians\n`)
console.log('| database | request | ms | best ms | CPU ms | KB | target |\n|---|---|---|---|---|---|---|')
for (const [database, open] of Object.entries(stores)) {
  const server = await startTestApp(await open(), {}, { watched: false })
  const token = await server.issuer.token({ sub: 'ann', name: 'ann' }, { expiresIn: 86_400 })
  await (await server.as('ann')).users.me()
  await seedSchedules(
    server.storage,
    'ann',
    Array.from({ length: SERIES }, (_, at) => ({
      start_time: BEGIN + (at % 12) * 1_800_000,
      end_time: BEGIN + (at % 12) * 1_800_000 + 3_600_000,
      timezone: 'America/New_York',
      recurrence_rule: RULES[at % RULES.length] ?? null,
      ...(at % 10 === 0 && { end_time: BEGIN + DAY + 3_600_000 }),
    })),
  )
  const range = 'start_date=2026-03-01&end_date=2026-04-01&timezone=America/New_York'
  const timings = await timeAll(
    server,
    [
      { name: 'GraphQL, every field', path: '/v1/graphql', token, body: { query: query(EVERYTHING) } },
      {
        name: 'GraphQL, id title startAt',
        path: '/v1/graphql',
        token,
        body: { query: query('id title startAt') },
      },
      { name: 'REST range', path: `/v1/schedules?${range}`, token },
      { name: 'REST range, first 50', path: `/v1/schedules?${range}&limit=50`, token },
    ],
    ROUNDS,
  )
  for (const [name, { wall, best, cpu, bytes }] of timings) {
    const verdict = wall <= TARGET_MS ? 'met' : 'missed'
    console.log(
      `| ${database} | ${name} | ${wall.toFixed(1)} | ${best.toFixed(1)} | ${cpu.toFixed(1)} | ${(bytes / 1024).toFixed(0)} | ${TARGET_MS} ms ${verdict} |`,
    )
  }
  await server.close()
}
