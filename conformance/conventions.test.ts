import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTarget, type Target } from './target.ts'

describe('conventions', () => {
  let target: Target
  let token: string
  before(async () => {
    target = await openTarget()
    token = await target.token('conventions-person')
  })
  after(() => target.stop())

  it('REST requests without Authorization: Bearer are rejected with 401', async () => {
    assert.equal((await target.request('/v1/tags', { token })).status, 200)
    const without = await target.request('/v1/tags')
    assert.equal(without.status, 401)
    assert.equal(without.headers.get('www-authenticate'), 'Bearer')
    assert.equal((await target.request('/v1/tags', { token: 'x.y.z' })).status, 401)
  })

  it('the user identity is the sub claim', async () => {
    const { status, body } = await target.request('/v1/users/me', { token })
    assert.equal(status, 200)
    assert.equal(typeof body['id'], 'string')
    for (const field of ['display_name', 'avatar_url', 'friend_code', 'email'])
      assert.ok(field in body, field)
  })

  it('an error body is a JSON object with detail', async () => {
    const answers = [
      await target.request('/v1/tags'),
      await target.request('/v1/nothing', { token }),
      await target.request('/v1/tags', { token, method: 'PUT', body: {} }),
      await target.request('/v1/tags', { token, method: 'POST', body: {} }),
      await target.request('/v1/tags', { token, method: 'POST', body: '{' }),
      await target.request('/v1/tags', {
        token,
        method: 'POST',
        body: 'x',
        headers: { 'content-type': 'text/plain' },
      }),
      await target.request('/v1/tags/not-an-id', { token }),
    ]
    assert.deepEqual(
      answers.map(answer => answer.status),
      [401, 404, 405, 422, 422, 415, 422],
    )
    for (const { body } of answers) assert.equal(typeof body['detail'], 'string')
  })

  it('an invalid body is 422 with an error for each field', async () => {
    const { body } = await target.request<{ errors: { path: string }[] }>('/v1/tags/groups', {
      token,
      method: 'POST',
      body: { name: '', color: 'x' },
    })
    assert.deepEqual(body.errors.map(each => each.path).sort(), ['color', 'name'])
  })

  it('all endpoints are under /v1, and /api/v1 is an alias', async () => {
    const created = await target.request('/api/v1/tags/groups', {
      token,
      method: 'POST',
      body: { name: 'both', color: '#000000' },
    })
    assert.equal(created.status, 201)
    assert.equal((await target.request(`/v1/tags/groups/${created.body['id']}`, { token })).status, 200)
    assert.equal((await target.request('/holidays', { token })).status, 404)
  })

  it('identifiers are UUIDs and datetimes ISO 8601', async () => {
    const { body } = await target.request('/v1/tags/groups', {
      token,
      method: 'POST',
      body: { name: 'form', color: '#000000' },
    })
    assert.match(String(body['id']), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.match(String(body['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/)
  })

  it('health needs no token', async () => {
    assert.equal((await target.request('/health')).status, 200)
    const ready = await target.request<{ components: Record<string, { status: string }> }>('/health/ready')
    assert.equal(ready.status, 200)
    assert.equal(ready.body.components['database']?.status, 'ok')
  })
})
