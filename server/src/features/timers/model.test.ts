import { after, before, it } from 'node:test'
import fc, { runsOn } from '../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { converges, history } from '../../../test/support/timer-model.ts'

forEachStorage('devices of one person', (open, name) => {
  let server: TestApp
  let people = 0

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  it('converge after any history of commands, drops, repetitions and reconnects', async () => {
    await fc.assert(
      fc.asyncProperty(history, steps => converges([server], `model-${++people}`, steps)),
      { numRuns: runsOn(name, 40) },
    )
  })
})
