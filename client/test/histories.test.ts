// Property test: after random offline work on three devices, all agree with the server, and no write is lost or
// runs twice.
import { after, before, it } from 'node:test'
import fc, { runsOn } from '../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { forEachStorage } from '../../server/test/support/storages.ts'
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
