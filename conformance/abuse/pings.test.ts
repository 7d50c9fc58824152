// Sends WebSocket pings and never reads the pongs.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Attacker, PING } from './attacker.ts'
import { openVictim, type Victim } from './victim.ts'

const PINGS = 500_000
/** The maximum memory growth. Buffering all pongs would take twice as much. */
const MOST_GROWTH_BYTES = 100 * 1024 * 1024

describe('pings', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim()
  })
  after(() => victim.stop())

  for (const path of ['/v1/ws/timers', '/v1/ws']) {
    it(`500,000 unread ones on ${path}`, async () => {
      const attacker = await Attacker.open(victim)
      await attacker.upgrade(path, await victim.token('attacker'))
      attacker.stopReading()
      const before = victim.peakMemory()
      await victim.withstands(async () => {
        await attacker.sendAll(Buffer.alloc(PING.length * PINGS, PING))
      })
      const grown = victim.peakMemory() - before
      assert.ok(grown < MOST_GROWTH_BYTES, `the server took ${grown} bytes more`)
      attacker.close()
    })
  }
})
