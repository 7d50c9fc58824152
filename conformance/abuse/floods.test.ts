// Sends requests without a token as fast as possible on many connections.
import { after, before, describe, it } from 'node:test'
import { Attacker } from './attacker.ts'
import { openVictim, type Victim } from './victim.ts'

const CONNECTIONS = 20
const WHILE_SERVED = 30

const COUNTRIES = [
  'US',
  'DE',
  'KR',
  'IN',
  'BR',
  'ES',
  'IT',
  'FR',
  'GB',
  'CH',
  'AT',
  'AU',
  'CA',
  'MX',
  'JP',
  'CN',
]
/**
 * Yields paths for ten years of holidays, each with a different country, language or decade, so that no response is
 * cached.
 */
function* holidays(): Generator<string> {
  for (let n = 0; ; n++) {
    const start = 1950 + (n % 140)
    const country = COUNTRIES[n % COUNTRIES.length]
    const lang = ['en', 'de', 'fr', 'es'][n % 4]
    yield `/v1/holidays?country=${country}&lang=${lang}&start_date=${start}-01-01&end_date=${start + 9}-12-31`
  }
}
function* repeated(path: string): Generator<string> {
  for (;;) yield path
}

describe('floods', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim()
  })
  after(() => victim.stop())

  for (const [title, paths] of [
    ['readiness', repeated('/health/ready')],
    ['holidays over ten years', holidays()],
  ] as const) {
    it(title, async () => {
      const attackers = await Attacker.openMany(victim, CONNECTIONS)
      let running = true
      const flood = async (attacker: Attacker) => {
        while (running && !attacker.socket.destroyed) {
          const before = attacker.received
          attacker.get(String(paths.next().value))
          await attacker.readMore(before)
        }
      }
      await victim.withstands(async () => {
        const flooding = attackers.map(flood)
        await victim.serves(WHILE_SERVED)
        running = false
        for (const attacker of attackers) attacker.close()
        await Promise.all(flooding)
      })
    })
  }
})
