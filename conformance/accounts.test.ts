// Covers the `/v1/account` routes that also exist with an external OpenID provider.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const DAY = 86_400_000

describe('the account of a person', () => {
  let target: Target
  let ann: Person
  before(async () => {
    target = await openTarget()
    ann = await newPerson(target, 'account-ann')
  })
  after(() => target.stop())

  it('has sessions, apps, passkeys, device passwords, an audit trail and a state of its factors, for its owner only', async () => {
    for (const path of ['sessions', 'apps', 'passkeys', 'device_passwords', 'audit']) {
      const { status, body } = await ann.send<unknown>(`/v1/account/${path}`)
      assert.deepEqual([status, Array.isArray(body)], [200, true], path)
      assert.equal((await target.request(`/v1/account/${path}`)).status, 401, path)
    }
    assert.equal((await ann.send<{ enabled: boolean }>('/v1/account/totp')).body.enabled, false)
  })

  it('is deleted after some days, in which its tokens do not work and its owner can cancel', async () => {
    const days = (await target.request<{ deletion_days: number }>('/config.json')).body.deletion_days
    const { token } = await ann.add<{ token: string }>('/v1/tokens', { name: 'Script', scopes: ['read'] })
    const script = async () => (await target.request('/v1/users/me', { token })).status
    assert.equal(await script(), 200)
    const asked = await ann.send<{ deletes_at: string }>('/v1/account/deletion', 'POST', {})
    assert.equal(asked.status, 200)
    const left = Date.parse(asked.body.deletes_at) - Date.now()
    assert.ok(left > (days - 1) * DAY && left <= days * DAY + 60_000, asked.body.deletes_at)
    const me = await ann.send<{ deletes_at: string | null }>('/v1/users/me')
    assert.equal(me.body.deletes_at, asked.body.deletes_at)
    assert.equal(await script(), 401)
    const kept = await ann.send<{ deletes_at: null }>('/v1/account/deletion', 'DELETE')
    assert.deepEqual([kept.status, kept.body.deletes_at], [200, null])
    assert.equal(await script(), 200)
  })

  it('of a user gives no access to administration', async () => {
    const bob = await newPerson(target, 'account-bob')
    for (const path of ['people', 'invitations', 'status'])
      assert.equal((await bob.send(`/v1/admin/${path}`)).status, 403, path)
  })
})
