// Random sequential and concurrent actions by three people must leave the database consistent (support/integrity.ts).
import { after, before, it } from 'node:test'
import fc, { runsOn } from '../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { history, live } from './support/history.ts'
import { assertIntegrity } from './support/integrity.ts'
import { forEachStorage } from './support/storages.ts'

forEachStorage('random histories', (open, name) => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  it('leave the database consistent', async () => {
    await fc.assert(
      fc.asyncProperty(history, async steps => {
        await live(server, steps)
        await assertIntegrity(server.storage)
      }),
      { numRuns: runsOn(name, 8), endOnFailure: true },
    )
  })
})
