// Three devices in chaos agree with the server in the end, and planted faults are found.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { seedOf } from '../../scripts/test/seed.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { listening } from '../../server/test/support/device.ts'
import { testRedisUrl } from '../../server/test/support/redis.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { forEachStorage } from '../../server/test/support/storages.ts'
import { startTwins, type Twins } from '../../server/test/support/twins.ts'
import type { Planted } from './support/chaos.ts'
import { runChaos } from './support/chaos-world.ts'

const SETTINGS = { WS_RATE_LIMIT_ENABLED: 'false', WS_MAX_CONNECTIONS_PER_USER: '100' }
const PLANTED: readonly Planted[] = ['swallowed change', 'forgetful storage', 'missing key', 'late page']
/** The faults are rare events in a history: the storage that forgets shows in about one of three. */
const MOST_SEEDS = 48
const AT_ONCE = 8
let people = 0
const nextPerson = () => `person-${++people}`

async function holds(servers: readonly TestApp[], count: number): Promise<void> {
  const seed = seedOf(process.env['PROPERTY_SEED'])
  for (let at = 0; at < count; at++) {
    const { faults, steps } = await runChaos(servers, { person: nextPerson(), seed: seed + at })
    assert.deepEqual(faults, [], `seed ${seed + at}: ${steps.join(', ')}`)
  }
}

forEachStorage('devices in chaos', open => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open(), SETTINGS)
  })
  after(() => server.close())

  it('agree with the server', () => holds([server], 5))
})

describe('a fault that was planted into the devices', () => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await openFreshSqlite(), SETTINGS)
    await listening(server.app)
  })
  after(() => server.close())

  for (const planted of PLANTED)
    it(`is found: ${planted}`, async () => {
      for (let seed = 1; seed < MOST_SEEDS; seed += AT_ONCE) {
        const runs = Array.from({ length: AT_ONCE }, (_, at) =>
          runChaos([server], { person: nextPerson(), seed: seed + at, planted, settlingMs: 10_000 }),
        )
        const faults = (await Promise.all(runs)).flatMap(run => run.faults)
        // Slow devices are not what was planted.
        if (faults.some(fault => !/^(not settled|the position is)/.test(fault))) return
      }
      assert.fail('nobody noticed')
    })
})

describe('devices in chaos on two instances', () => {
  let twins: Twins
  before(async () => {
    const redis = testRedisUrl()
    twins = await startTwins([redis, redis], SETTINGS)
  })
  after(() => twins.close())

  it('agree with the server', () => holds([twins.first, twins.second], 3))
})
