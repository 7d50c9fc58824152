// Attacks that need no data share a server: pipelined requests whose responses are never read, requests as fast as
// possible, GraphQL variables with many invalid entries, and many sign-ins at once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Attacker } from './attacker.ts'
import { openVictim, PASSWORD, type Victim } from './victim.ts'

let victim: Victim
before(async () => {
  victim = await openVictim({ embedded: true })
})
after(() => victim.stop())

/** Password hashing must not block other requests. */
describe('60 simultaneous sign-ins', () => {
  const AT_ONCE = 60
  const PAGES = 10

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

describe('pipelined requests', () => {
  /** The attack lasts until another person, the bystander, has received this many responses. */
  const WHILE_SERVED = 100

  // The server caches the responses for the first two paths, but computes the holidays for every request.
  const holidays = '/v1/holidays?country=US&start_date=2020-01-01&end_date=2029-12-31'
  for (const path of ['/openapi.json', '/docs/swagger-ui-bundle.js', holidays]) {
    it(`1,400 unread GET ${path} on each of 6 connections`, async () => {
      const attackers = await Attacker.openMany(victim, 6)
      await victim.withstands(async () => {
        for (const attacker of attackers) attacker.pipeline(path, 1_400)
        await victim.serves(WHILE_SERVED)
      })
      for (const attacker of attackers) attacker.close()
    })
  }
})

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
  const CONNECTIONS = 20
  const WHILE_SERVED = 30

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

const QUERY = `query($ids: [UUID!], $groups: [UUID!]) {
  calendar(startDate: "2026-05-01", endDate: "2026-05-02", tagFilter: { tagIds: $ids, groupIds: $groups }) { days { date } }
}`

const bad = (length: number) => Array.from({ length }, () => 'x')
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown

describe('variables of a query', () => {
  const AT_ONCE = 10
  let token: string
  before(async () => {
    token = await victim.token('attacker')
  })

  for (const [title, variables] of [
    ['60,000 bad entries in a list', { ids: bad(60_000) }],
    ['two such lists', { ids: bad(60_000), groups: bad(60_000) }],
    ['70,000 names', Object.fromEntries(bad(70_000).map((_, n) => [`v${n}`, 1]))],
    ['lists in lists, 5,000 deep', { ids: nested(5_000) }],
  ] as const) {
    it(title, async () => {
      const body = JSON.stringify({ query: QUERY, variables })
      await victim.withstands(async () => {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            victim.request<{ errors?: unknown[] }>('/v1/graphql', { method: 'POST', token, body }),
          ),
        )
        for (const answer of answers) {
          const faults = answer.body.errors ?? []
          assert.ok(faults.length > 0 && faults.length <= 20, `${answer.status}: ${faults.length} faults`)
        }
      })
    })
  }
})
