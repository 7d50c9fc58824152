import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Answer, openTarget, type RequestOptions, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

/** Each rule has a matching request and the documented maximum. */
const RULES: [rule: string, method: string, path: string, max: number][] = [
  ['/v1/todos POST', 'POST', '/v1/todos', 30],
  ['/v1/schedules POST', 'POST', '/v1/schedules', 30],
  ['/v1/timers POST', 'POST', '/v1/timers', 30],
  ['/v1/tags POST', 'POST', '/v1/tags', 30],
  ['/v1/tags/groups POST', 'POST', '/v1/tags/groups', 30],
  ['/v1/todos/* for a sub-path', 'PATCH', `/v1/todos/${MISSING}`, 100],
  ['/v1/todos/* for a deeper one', 'POST', `/v1/todos/${MISSING}/complete`, 100],
  ['GET /v1/todos', 'GET', '/v1/todos', 100],
  ['/v1/schedules/*', 'GET', `/v1/schedules/${MISSING}`, 60],
  ['/v1/timers/*', 'GET', '/v1/timers/active', 60],
  ['/v1/tags/*', 'GET', '/v1/tags/groups', 60],
  ['/v1/graphql', 'POST', '/v1/graphql', 60],
  ['/v1/*', 'GET', '/v1/users/me', 60],
  ['/v1/* for an unknown path', 'GET', '/v1/nothing', 60],
  ['POST /v1/friends/requests', 'POST', '/v1/friends/requests', 20],
]

const limitOf = (answer: Answer) => Number(answer.headers.get('x-ratelimit-limit'))
const remainingOf = (answer: Answer) => Number(answer.headers.get('x-ratelimit-remaining'))

describe('limits', () => {
  let target: Target
  let people = 0
  before(async () => {
    target = await openTarget({ RATE_LIMIT_ENABLED: 'true' })
  })
  after(() => target.stop())

  /** Every test uses a new person, so that no test uses up another's limit. */
  const person = () => target.token(`limited-${people++}`)
  const times = async (count: number, path: string, options: RequestOptions): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => target.request(path, options)))

  for (const [rule, method, path, max] of RULES) {
    it(`${rule}: ${max} in 60 seconds; the first matching rule applies`, async () => {
      const token = await person()
      const first = await target.request(path, { method, token, ...(method !== 'GET' && { body: {} }) })
      assert.equal(limitOf(first), max)
      assert.equal(remainingOf(first), max - 1)
      const reset = Number(first.headers.get('x-ratelimit-reset'))
      assert.ok(Number.isInteger(reset) && reset > 0 && reset <= 60, String(reset))
    })
  }

  it('an exceeded limit is 429 with Retry-After, the three headers, detail and retry_after', async () => {
    const token = await person()
    const answers = await times(64, '/v1/tags', { method: 'POST', body: {}, token })
    assert.equal(answers.filter(answer => answer.status === 422).length, 30, 'exactly 30 were allowed')
    const refused = answers.find(answer => answer.status === 429)
    assert.ok(refused)
    assert.equal(limitOf(refused), 30)
    assert.equal(remainingOf(refused), 0)
    assert.equal(refused.headers.get('retry-after'), refused.headers.get('x-ratelimit-reset'))
    assert.equal(typeof refused.body['detail'], 'string')
    assert.equal(refused.body['retry_after'], Number(refused.headers.get('retry-after')))
  })

  it('limits are per user and per rule', async () => {
    const [ann, bob] = [await person(), await person()]
    await times(31, '/v1/tags', { method: 'POST', body: {}, token: ann })
    assert.equal((await target.request('/v1/tags', { method: 'POST', body: {}, token: ann })).status, 429)
    assert.equal((await target.request('/v1/tags', { method: 'POST', body: {}, token: bob })).status, 422)
    assert.equal((await target.request('/v1/tags', { token: ann })).status, 200)
  })

  it('unauthenticated requests count by client IP address, including 401, 404, 405, 413, 415 and 422', async () => {
    const before = remainingOf(await target.request('/v1/users/me'))
    const after = remainingOf(await target.request('/v1/users/me'))
    assert.equal(after, before - 1)
    const token = await person()
    const remaining: number[] = []
    for (const options of [
      { method: 'PUT', body: {} },
      { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
      { method: 'POST', body: '{' },
    ]) {
      remaining.push(remainingOf(await target.request('/v1/users/me/friend_code', { token, ...options })))
    }
    assert.deepEqual(remaining, [59, 58, 57])
  })

  it('/api/v1 and escaped paths count as the plain path', async () => {
    const token = await person()
    assert.equal(remainingOf(await target.request('/v1/tags', { token })), 59)
    assert.equal(remainingOf(await target.request('/api/v1/tags', { token })), 58)
    assert.equal(remainingOf(await target.request('/v1/%74ags', { token })), 57)
  })

  it('a forged X-Forwarded-For does not avoid the limit', async () => {
    const before = remainingOf(await target.request('/v1/users/me'))
    const forged = await target.request('/v1/users/me', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    assert.equal(remainingOf(forged), before - 1)
  })

  it('health checks and documents have no rate limit headers', async () => {
    for (const path of ['/health', '/health/ready']) {
      assert.equal((await target.request(path)).headers.get('x-ratelimit-limit'), null)
    }
  })
})

describe('limits disabled', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())

  it('allow all requests and add no headers', async () => {
    const token = await target.token('unlimited')
    const answers = await Promise.all(Array.from({ length: 70 }, () => target.request('/v1/tags', { token })))
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      for (const name of ['limit', 'remaining', 'reset'])
        assert.equal(answer.headers.get(`x-ratelimit-${name}`), null)
    }
  })
})

describe('the client address behind a trusted proxy', () => {
  let target: Target
  before(async () => {
    target = await openTarget({ RATE_LIMIT_ENABLED: 'true', TRUSTED_PROXY_IPS: '127.0.0.0/8, ::1' })
  })
  after(() => target.stop())

  it('is taken from X-Forwarded-For, from the right', async () => {
    const from = async (forwarded: string) =>
      remainingOf(await target.request('/v1/users/me', { headers: { 'x-forwarded-for': forwarded } }))
    assert.equal(await from('198.51.100.1'), 59)
    assert.equal(await from('198.51.100.1'), 58)
    assert.equal(await from('198.51.100.2'), 59)
    assert.equal(await from('203.0.113.77, 198.51.100.1'), 57)
    assert.equal(await from('203.0.113.78, 198.51.100.1, 127.0.0.1'), 56)
  })
})
