// Property test: after random offline work on three devices, all agree with the server, and no write is lost or
// runs twice.
import { after, before, describe, it } from 'node:test'
import fc, { runsOn } from '../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { testRedisUrl } from '../../server/test/support/redis.ts'
import { forEachStorage } from '../../server/test/support/storages.ts'
import { startTwins, type Twins } from '../../server/test/support/twins.ts'
import { convergesOffline } from './support/converge.ts'
import { longHistory } from './support/device-steps.ts'

const SETTINGS = { WS_RATE_LIMIT_ENABLED: 'false', WS_MAX_CONNECTIONS_PER_USER: '50' }

let people = 0
const holds = (servers: () => readonly TestApp[], numRuns: number) =>
  fc.assert(
    fc.asyncProperty(longHistory, steps => convergesOffline(servers(), `person-${++people}`, steps)),
    { numRuns, endOnFailure: true },
  )

forEachStorage('three devices', (open, name) => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open(), SETTINGS)
  })
  after(() => server.close())

  it('converge', () => holds(() => [server], runsOn(name, 8)))
})

describe('three devices on two instances', () => {
  let twins: Twins
  before(async () => {
    const redis = testRedisUrl()
    twins = await startTwins([redis, redis], SETTINGS)
  })
  after(() => twins.close())

  it('converge', () => holds(() => [twins.first, twins.second], 4))
})
