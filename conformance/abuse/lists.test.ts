// Requests lists of large items and never reads the responses.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Attacker } from './attacker.ts'
import { copyTimers, startTimer } from './filling.ts'
import { openVictim, type Victim } from './victim.ts'

const TIMERS = 2_000
/** 40 KB, because each character takes four bytes in UTF-8. */
const DESCRIPTION = '🕰'.repeat(10_000)
const MOST_PAGE_BYTES = 8 * 1024 * 1024
const WHILE_SERVED = 50

describe('lists of 2,000 timers with descriptions of 40 KB', () => {
  let victim: Victim
  let authorization: string
  before(async () => {
    victim = await openVictim()
    const token = await victim.token('attacker')
    authorization = `Bearer ${token}`
    copyTimers(victim, await startTimer(victim, token, { description: DESCRIPTION }), TIMERS)
  })
  after(() => victim.stop())

  it('come in pages of at most 8 MiB', async () => {
    const answer = await fetch(`${victim.baseUrl}/v1/timers`, { headers: { authorization } })
    const bytes = (await answer.arrayBuffer()).byteLength
    assert.ok(bytes > MOST_PAGE_BYTES / 2 && bytes <= MOST_PAGE_BYTES + 100, `${bytes} bytes`)
    assert.match(answer.headers.get('link') ?? '', /rel="next"/)
  })

  for (const path of [
    '/v1/timers',
    '/v1/timers?scope=all',
    '/v1/changes?limit=500',
    '/v1/history?limit=100',
  ]) {
    it(`8 unread answers of ${path}`, async () => {
      const attackers = await Attacker.openMany(victim, 8)
      try {
        await victim.withstands(async () => {
          for (const attacker of attackers) attacker.pipeline(path, 16, { authorization })
          await victim.serves(WHILE_SERVED)
        })
      } finally {
        for (const attacker of attackers) attacker.close()
      }
    })
  }
})
