// The interface and its decisions, sentence by sentence: sharing.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { befriend, type Item, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

const SPAN = { start_time: '2026-01-15T10:00:00Z', end_time: '2026-01-15T11:00:00Z' }
const DAY = 'start_date=2026-01-15&end_date=2026-01-16'
const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

describe('visibility', () => {
  let target: Target
  let owner: Person
  let friend: Person
  let stranger: Person
  let friendship: string
  before(async () => {
    target = await openTarget()
    owner = await newPerson(target, 'sharing-owner')
    friend = await newPerson(target, 'sharing-friend')
    stranger = await newPerson(target, 'sharing-stranger', {
      email: 'Any@Corp.Example',
      email_verified: true,
    })
    friendship = await befriend(owner, friend)
  })
  after(() => target.stop())

  const share = (visibility?: unknown, title = 'Entry') =>
    owner.add('/v1/schedules', { title, ...SPAN, ...(visibility !== undefined && { visibility }) })
  const read = async (person: Person, id: string) => (await person.send(`/v1/schedules/${id}`)).status
  const listed = async (person: Person, scope: string) =>
    (await person.send<Item[]>(`/v1/schedules?${DAY}&scope=${scope}`)).body.map(item => item.id)
  const setting = (person: Person, id: string, method = 'GET', body?: unknown) =>
    person.send<Fields>(`/v1/visibility/schedule/${id}`, method, body)

  it('the default is private', async () => {
    const { id } = await share()
    assert.equal(await read(owner, id), 200)
    assert.equal(await read(friend, id), 403)
    assert.equal((await setting(owner, id)).status, 404)
  })

  it('reads carry owner_id, visibility_level and is_shared', async () => {
    const made = await share({ level: 'PUBLIC' })
    assert.deepEqual([made['owner_id'], made['visibility_level'], made['is_shared']], [owner.id, null, false])
    assert.equal((made['visibility'] as Fields)['level'], 'public')
    const { body } = await stranger.send(`/v1/schedules/${made.id}`)
    assert.deepEqual(
      [body['owner_id'], body['visibility_level'], body['is_shared']],
      [owner.id, 'public', true],
    )
  })

  it('friends: friends only; selected: those on the list only', async () => {
    const toFriends = (await share({ level: 'friends' })).id
    const selected = (await share({ level: 'selected', allowed_user_ids: [friend.id] })).id
    for (const id of [toFriends, selected]) {
      assert.equal(await read(friend, id), 200)
      assert.equal(await read(stranger, id), 403)
    }
    const nobody = (await share({ level: 'selected', allowed_user_ids: [] })).id
    assert.equal(await read(friend, nobody), 403)
  })

  it('a user in allowed_user_ids who is no friend: 400', async () => {
    for (const id of [stranger.id, 'nobody']) {
      const visibility = { level: 'selected', allowed_user_ids: [friend.id, id] }
      assert.equal(
        (await owner.send('/v1/schedules', 'POST', { title: 'E', ...SPAN, visibility })).status,
        400,
      )
    }
  })

  it('allowed_emails: the address or exactly the domain, in any case; empty lists allow nobody', async () => {
    const cases: [object, number][] = [
      [{ allowed_emails: ['any@corp.example'] }, 200],
      [{ allowed_domains: ['CORP.example'] }, 200],
      [{ allowed_domains: ['example.example'] }, 403],
      [{ allowed_emails: ['other@corp.example'] }, 403],
      [{}, 403],
    ]
    for (const [lists, status] of cases) {
      const { id } = await share({ level: 'allowed_emails', ...lists })
      assert.equal(await read(stranger, id), status, JSON.stringify(lists))
      assert.equal(await read(friend, id), 403)
    }
    const parent = await newPerson(target, 'sharing-subdomain', {
      email: 'a@eu.corp.example',
      email_verified: true,
    })
    const { id } = await share({ level: 'allowed_emails', allowed_domains: ['corp.example'] })
    assert.equal(await read(parent, id), 403)
    const unverified = await newPerson(target, 'sharing-unverified', { email: 'b@corp.example' })
    assert.equal(await read(unverified, id), 403)
  })

  it('bad addresses, domains and levels: 422; lists of another level are dropped unchecked', async () => {
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

  it('scope: mine is the default, shared is that of others, all is both', async () => {
    const mine = (await share({ level: 'public' })).id
    const theirs = (
      await friend.add('/v1/schedules', { title: 'T', ...SPAN, visibility: { level: 'friends' } })
    ).id
    assert.ok((await listed(owner, 'mine')).includes(mine))
    assert.ok(!(await listed(owner, 'mine')).includes(theirs))
    assert.ok(!(await listed(owner, 'shared')).includes(mine))
    assert.ok((await listed(owner, 'shared')).includes(theirs))
    const all = await listed(owner, 'all')
    assert.ok(all.includes(mine) && all.includes(theirs))
    assert.equal((await owner.send(`/v1/schedules?${DAY}&scope=theirs`)).status, 422)
  })

  it('only the owner changes or deletes, whoever may see', async () => {
    const { id } = await share({ level: 'public' })
    assert.equal((await friend.send(`/v1/schedules/${id}`, 'PATCH', { title: 'X' })).status, 403)
    assert.equal(
      (await friend.send(`/v1/schedules/${id}`, 'PATCH', { visibility: { level: 'private' } })).status,
      403,
    )
    assert.equal((await friend.send(`/v1/schedules/${id}`, 'DELETE')).status, 403)
    assert.equal((await friend.send(`/v1/schedules/${MISSING}`)).status, 404)
  })

  it('/v1/visibility reads, sets and removes, for the owner only', async () => {
    const { id } = await share()
    const put = await setting(owner, id, 'PUT', { level: 'selected', allowed_user_ids: [friend.id] })
    assert.equal(put.status, 200)
    const { body } = await setting(owner, id)
    assert.deepEqual(body, put.body)
    assert.deepEqual(
      [body['resource_type'], body['resource_id'], body['owner_id']],
      ['schedule', id, owner.id],
    )
    assert.deepEqual([body['level'], body['allowed_user_ids']], ['selected', [friend.id]])
    for (const field of ['id', 'allowed_emails', 'allowed_domains', 'created_at', 'updated_at'])
      assert.ok(field in body, field)
    for (const method of ['GET', 'DELETE']) assert.equal((await setting(friend, id, method)).status, 403)
    assert.equal((await setting(friend, id, 'PUT', { level: 'public' })).status, 403)
    const removed = await setting(owner, id, 'DELETE')
    assert.deepEqual([removed.status, removed.body], [200, { ok: true }])
    assert.equal((await setting(owner, id)).status, 404)
    assert.equal(await read(friend, id), 403)
    assert.equal((await owner.send('/v1/visibility/tag/x')).status, 422)
    assert.equal((await owner.send(`/v1/visibility/tag/${MISSING}`)).status, 422)
    assert.equal((await setting(owner, MISSING)).status, 404)
  })

  it('visibility null in a PATCH, and level private, make it private again', async () => {
    for (const visibility of [null, { level: 'private' }]) {
      const { id } = await share({ level: 'public' })
      assert.equal((await owner.send(`/v1/schedules/${id}`, 'PATCH', { visibility })).status, 200)
      assert.equal(await read(friend, id), 403)
      assert.equal((await setting(owner, id)).status, 404)
    }
  })

  it('ending a friendship takes friends and selected away; making up does not restore the list', async () => {
    const toFriends = (await share({ level: 'friends' })).id
    const selected = (await share({ level: 'selected', allowed_user_ids: [friend.id] })).id
    await friend.send(`/v1/friends/${friendship}`, 'DELETE')
    for (const id of [toFriends, selected]) assert.equal(await read(friend, id), 403)
    friendship = await befriend(owner, friend)
    assert.equal(await read(friend, toFriends), 200)
    assert.equal(await read(friend, selected), 403)
    assert.deepEqual((await setting(owner, selected)).body['allowed_user_ids'], [])
  })

  it('a block hides everything in both directions, public things too', async () => {
    const mine = (await share({ level: 'public' })).id
    const theirs = (
      await stranger.add('/v1/schedules', { title: 'T', ...SPAN, visibility: { level: 'public' } })
    ).id
    assert.equal((await owner.send(`/v1/friends/block/${stranger.id}`, 'POST')).status, 200)
    assert.equal(await read(stranger, mine), 403)
    assert.equal(await read(owner, theirs), 403)
    assert.ok(!(await listed(stranger, 'shared')).includes(mine))
    assert.ok(!(await listed(owner, 'all')).includes(theirs))
    await owner.send(`/v1/friends/block/${stranger.id}`, 'DELETE')
    assert.equal(await read(stranger, mine), 200)
  })
})
