// Covers visibility settings. access.test.ts tests who gets access.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { befriend, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

const SPAN = { start_time: '2026-01-15T10:00:00Z', end_time: '2026-01-15T11:00:00Z' }
const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

describe('visibility', () => {
  let target: Target
  let owner: Person
  let friend: Person
  before(async () => {
    target = await openTarget()
    owner = await newPerson(target, 'sharing-owner')
    friend = await newPerson(target, 'sharing-friend')
    await befriend(owner, friend)
  })
  after(() => target.stop())

  const share = (visibility?: unknown, title = 'Entry') =>
    owner.add('/v1/schedules', { title, ...SPAN, ...(visibility !== undefined && { visibility }) })
  const read = async (person: Person, id: string) => (await person.send(`/v1/schedules/${id}`)).status
  const setting = (person: Person, id: string, method = 'GET', body?: unknown) =>
    person.send<Fields>(`/v1/visibility/schedule/${id}`, method, body)

  it('an item without a setting is 404', async () => {
    assert.equal((await setting(owner, (await share()).id)).status, 404)
  })

  it('only the owner can read the settings, which are returned in lowercase', async () => {
    const made = await share({ level: 'PUBLIC' })
    assert.equal((made['visibility'] as Fields)['level'], 'public')
    assert.ok(!(await friend.send(`/v1/schedules/${made.id}`)).body['visibility'])
    assert.equal((await share())['visibility'], null)
  })

  it('invalid addresses, domains and levels are 422; lists of other levels are dropped without validation', async () => {
    for (const visibility of [
      { level: 'allowed_emails', allowed_emails: ['no address'] },
      { level: 'allowed_emails', allowed_domains: ['@corp.com'] },
      { level: 'everybody' },
      {},
    ])
      assert.equal(
        (await owner.send('/v1/schedules', 'POST', { title: 'E', ...SPAN, visibility })).status,
        422,
      )
    const made = await share({ level: 'public', allowed_user_ids: ['nobody'], allowed_domains: ['corp.com'] })
    const { body } = await setting(owner, made.id)
    assert.deepEqual([body['allowed_user_ids'], body['allowed_domains']], [[], []])
  })

  it('/v1/visibility reads, sets and removes settings, for the owner only', async () => {
    const { id } = await share()
    const put = await setting(owner, id, 'PUT', { level: 'selected', allowed_user_ids: [friend.id] })
    assert.equal(put.status, 200)
    const { body } = await setting(owner, id)
    assert.deepEqual(body, put.body)
    const item = await owner.send(`/v1/schedules/${id}`)
    assert.equal(put.headers.get('etag'), item.headers.get('etag'), 'the version of the item')
    assert.deepEqual(
      [body['resource_type'], body['resource_id'], body['owner_id']],
      ['schedule', id, owner.id],
    )
    assert.deepEqual([body['level'], body['allowed_user_ids']], ['selected', [friend.id]])
    for (const field of ['id', 'allowed_emails', 'allowed_domains', 'created_at', 'updated_at'])
      assert.ok(field in body, field)
    for (const method of ['GET', 'DELETE']) assert.equal((await setting(friend, id, method)).status, 403)
    assert.equal((await setting(friend, id, 'PUT', { level: 'public' })).status, 403)
    const domains = await setting(owner, id, 'PUT', {
      level: 'allowed_emails',
      allowed_domains: ['Corp.Example'],
    })
    assert.deepEqual(domains.body['allowed_domains'], ['corp.example'])
    assert.deepEqual(domains.body['allowed_user_ids'], [], 'lists of another level are dropped')
    const removed = await setting(owner, id, 'DELETE')
    assert.deepEqual([removed.status, removed.body], [200, { ok: true }])
    assert.equal((await setting(owner, id)).status, 404)
    assert.equal(await read(friend, id), 403)
    assert.equal((await owner.send('/v1/visibility/tag/x')).status, 422)
    assert.equal((await owner.send(`/v1/visibility/tag/${MISSING}`)).status, 422)
    assert.equal((await setting(owner, MISSING)).status, 404)
  })

  it('visibility null in a PATCH and level private both make an item private again', async () => {
    for (const visibility of [null, { level: 'private' }]) {
      const { id } = await share({ level: 'public' })
      assert.equal((await owner.send(`/v1/schedules/${id}`, 'PATCH', { visibility })).status, 200)
      assert.equal(await read(friend, id), 403)
      assert.equal((await setting(owner, id)).status, 404)
    }
  })
})
