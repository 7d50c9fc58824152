// Random histories of three devices that disconnect, repeat and reconnect: afterwards all must agree with the server.
// npm run bench:histories -- --count 10000 --on sqlite|postgres|two-instances
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
import { converges, longHistory } from '../../server/test/support/timer-model.ts'
import { startTwins } from '../../server/test/support/twins.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    on: { type: 'string', default: 'sqlite' },
    seed: { type: 'string' },
  },
})
const count = Number(values.count)
const seed = values.seed === undefined ? Date.now() & 0x7fffffff : Number(values.seed)
/** This many at the same time, each of another person: they interfere with each other as real ones do. */
const AT_ONCE = 4
const settings = { WS_RATE_LIMIT_ENABLED: 'false' }

await using cleanUp = new AsyncDisposableStack()

async function openServers(): Promise<TestApp[]> {
  if (values.on === 'sqlite') return [await startTestApp(await openFreshSqlite(), settings)]
  process.env['TEST_POSTGRES_URL'] ||= cleanUp.use(await startPostgres()).url
  if (values.on === 'postgres') return [await startTestApp(await openFreshPostgres(), settings)]
  const redis = cleanUp.use(await startRedis()).url
  const twins = await startTwins([redis, redis], settings)
  cleanUp.defer(() => twins.close())
  return [twins.first, twins.second]
}

const servers = await openServers()
if (values.on !== 'two-instances') for (const server of servers) cleanUp.defer(() => server.close())
const began = performance.now()
let people = 0
let steps = 0
const runs = Array.from({ length: AT_ONCE }, (_, worker) =>
  fc.assert(
    fc.asyncProperty(longHistory, async each => {
      steps += each.length
      await converges(servers, `person-${++people}`, each)
    }),
    { numRuns: Math.ceil((count - worker) / AT_ONCE), seed: seed + worker },
  ),
)
await Promise.all(runs)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${values.on}: ${people} histories of ${steps} steps converged, seed ${seed}, ${seconds} s`)
