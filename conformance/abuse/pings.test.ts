// Pings on a socket whose pongs are never read.
import { after, before, describe, it } from 'node:test'
import { Attacker, PING } from './attacker.ts'
import { openVictim, type Victim } from './victim.ts'

const PINGS = 700_000
const WHILE_SERVED = 100

describe('pings', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim()
  })
  after(() => victim.stop())

  for (const path of ['/v1/ws/timers', '/v1/ws']) {
    it(`700,000 unread ones on ${path}`, async () => {
      const attacker = await Attacker.open(victim)
      await attacker.upgrade(path, await victim.token('attacker'))
      attacker.stopReading()
      await victim.withstands(async () => {
        attacker.send(Buffer.alloc(PING.length * PINGS, PING))
        await victim.serves(WHILE_SERVED)
      })
      attacker.close()
    })
  }
})
