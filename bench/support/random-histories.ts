// Runs random sequences of steps against one server or two instances. Fails if a sequence does not converge.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { listening } from '../../server/test/support/device.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'
import { startTwins } from '../../server/test/support/twins.ts'

const SETTINGS = { WS_RATE_LIMIT_ENABLED: 'false', WS_MAX_CONNECTIONS_PER_USER: '50' }
const REPORT_EVERY = 500

/**
 * Reads `--count`, `--on sqlite|postgres|two-instances`, `--seed` and `--at-once` from the command line.
 * `--at-once` is the number of sequences that run at the same time. Each is for a different person, so that they
 * compete like real users.
 */
export async function runHistories<Step>(
  history: fc.Arbitrary<Step[]>,
  converges: (servers: readonly TestApp[], person: string, steps: readonly Step[]) => Promise<void>,
): Promise<void> {
  const { count, on, seed, atOnce } = options()
  await using cleanUp = new AsyncDisposableStack()
  const servers = await openServers(on, cleanUp)
  const began = performance.now()
  let people = 0
  let steps = 0
  const runs = Array.from({ length: atOnce }, (_, worker) =>
    fc.assert(
      fc.asyncProperty(history, async each => {
        steps += each.length
        await converges(servers, `person-${++people}`, each)
        if (people % REPORT_EVERY === 0) console.log(`${people} of ${count}`)
      }),
      { numRuns: Math.ceil((count - worker) / atOnce), seed: seed + worker, endOnFailure: true },
    ),
  )
  await Promise.all(runs)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${on}: ${people} histories of ${steps} steps converged, seed ${seed}, ${seconds} s`)
}

/** Like `runHistories`, for histories that make their steps from a seed. */
export async function runSeeds(
  run: (servers: readonly TestApp[], person: string, seed: number) => Promise<void>,
): Promise<void> {
  const { count, on, seed, atOnce } = options()
  await using cleanUp = new AsyncDisposableStack()
  const servers = await openServers(on, cleanUp)
  for (const { app } of servers) await listening(app)
  const [began, used] = [performance.now(), process.cpuUsage()]
  let next = 0
  const worker = async () => {
    while (next < count) {
      const own = seed + next++
      await run(servers, `person-${own}`, own)
      if ((own - seed + 1) % REPORT_EVERY === 0) console.log(`${own - seed + 1} of ${count}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const { user, system } = process.cpuUsage(used)
  const seconds = Math.round((performance.now() - began) / 1000)
  const each = Math.round((user + system) / 1000 / count)
  console.log(`${on}: ${count} histories from seed ${seed}, ${seconds} s, ${each} ms of CPU each`)
}

function options(): { count: number; on: string; seed: number; atOnce: number } {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      on: { type: 'string', default: 'sqlite' },
      seed: { type: 'string' },
      'at-once': { type: 'string', default: '4' },
    },
  })
  const seed = values.seed === undefined ? Date.now() & 0x7fffffff : Number(values.seed)
  return { count: Number(values.count), on: values.on, seed, atOnce: Number(values['at-once']) }
}

async function openServers(on: string, cleanUp: AsyncDisposableStack): Promise<TestApp[]> {
  if (on !== 'sqlite') process.env['TEST_POSTGRES_URL'] ||= cleanUp.use(await startPostgres()).url
  if (on !== 'two-instances') {
    const storage = await (on === 'sqlite' ? openFreshSqlite() : openFreshPostgres())
    const server = await startTestApp(storage, SETTINGS, { watched: false })
    cleanUp.defer(() => server.close())
    return [server]
  }
  const redis = process.env['TEST_REDIS_URL'] || cleanUp.use(await startRedis()).url
  const twins = await startTwins([redis, redis], SETTINGS)
  cleanUp.defer(() => twins.close())
  return [twins.first, twins.second]
}
