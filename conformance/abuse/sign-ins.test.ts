// Signs in many times at once. Password hashing must not block other requests.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openVictim, PASSWORD, type Victim } from './victim.ts'

const AT_ONCE = 60
const PAGES = 10

describe('60 simultaneous sign-ins', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim({ embedded: true })
  })
  after(() => victim.stop())

  it('do not delay the start page, and are rejected at once if they would wait too long', async () => {
    let waiting = AT_ONCE
    await victim.withstands(async () => {
      const signIns = Array.from({ length: AT_ONCE }, async (_, n) => {
        const body = { email: `person-${n}@example.org`, password: PASSWORD }
        const answer = await victim.request('/auth/sign-in', { method: 'POST', body })
        waiting--
        return answer
      })
      for (let page = 0; page < PAGES; page++) {
        assert.equal((await fetch(`${victim.baseUrl}/`)).status, 200)
      }
      assert.ok(waiting > 0, 'a page waited for all of them')
      const answers = await Promise.all(signIns)
      const refused = answers.filter(({ status }) => status === 503)
      assert.ok(refused.length > 0, 'no more wait than can be served soon')
      for (const { headers } of refused) assert.ok(Number(headers.get('retry-after')) > 0)
      assert.ok(answers.every(({ status }) => status === 401 || status === 503))
    })
  })
})
