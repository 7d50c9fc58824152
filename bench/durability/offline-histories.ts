// Random histories of three devices that work offline, through the SDK: afterwards all must agree with the server.
// npm run bench:offline -- --count 10000 --on sqlite|postgres|two-instances
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { convergesOffline } from '../../client/test/support/converge.ts'
import { longHistory } from '../../client/test/support/device-steps.ts'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
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
const settings = { WS_RATE_LIMIT_ENABLED: 'false', WS_MAX_CONNECTIONS_PER_USER: '50' }

await using cleanUp = new AsyncDisposableStack()

async function openServers(): Promise<TestApp[]> {
  if (values.on === 'sqlite') return [await startTestApp(await openFreshSqlite(), settings)]
  process.env['TEST_POSTGRES_URL'] ||= cleanUp.use(await startPostgres()).url
  if (values.on === 'postgres') return [await startTestApp(await openFreshPostgres(), settings)]
  const redis = process.env['TEST_REDIS_URL'] || cleanUp.use(await startRedis()).url
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
    fc.asyncProperty(longHistory, async history => {
      steps += history.length
      await convergesOffline(servers, `person-${++people}`, history)
      if (people % 500 === 0) console.log(`${people} of ${count}`)
    }),
    { numRuns: Math.ceil((count - worker) / AT_ONCE), seed: seed + worker, endOnFailure: true },
  ),
)
await Promise.all(runs)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${values.on}: ${people} histories of ${steps} steps converged, seed ${seed}, ${seconds} s`)
