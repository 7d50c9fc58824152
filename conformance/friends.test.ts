// The interface and its decisions, sentence by sentence: friends, requests, blocks.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { befriend, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

describe('friends', () => {
  let target: Target
  let ann: Person
  let bob: Person
  before(async () => {
    target = await openTarget()
    ann = await newPerson(target, 'friends-ann')
    bob = await newPerson(target, 'friends-bob', { email: 'Bob@Friends.example', email_verified: true })
  })
  after(() => target.stop())

  const ask = (from: Person, body: object) => from.send<Fields>('/v1/friends/requests', 'POST', body)
  const list = async (person: Person, path: string) =>
    (await person.send<Fields[]>(`/v1/friends${path}`)).body
  const end = async (id: unknown) => {
    assert.equal((await ann.send(`/v1/friends/${id}`, 'DELETE')).status, 200)
  }

  it('a request by friend_code is 201 with the friendship; both sides list it', async () => {
    const { status, body } = await ask(ann, { friend_code: bob.friend_code })
    assert.equal(status, 201)
    assert.equal(body['requester_id'], ann.id)
    assert.equal(body['addressee_id'], bob.id)
    assert.equal(body['status'], 'pending')
    assert.equal(body['blocked_by'], null)
    for (const field of ['id', 'created_at', 'updated_at']) assert.ok(body[field], field)
    for (const [person, path] of [
      [ann, '/requests/sent'],
      [bob, '/requests/received'],
    ] as const) {
      const [request] = await list(person, path)
      assert.equal(request?.['id'], body['id'])
      assert.equal(request?.['requester_id'], ann.id)
      assert.equal(request?.['addressee_id'], bob.id)
      for (const field of [
        'requester_display_name',
        'requester_avatar_url',
        'addressee_display_name',
        'created_at',
      ])
        assert.ok(request && field in request, field)
    }
    assert.equal((await ask(ann, { friend_code: bob.friend_code })).status, 409)
    assert.equal((await ask(bob, { friend_code: ann.friend_code })).status, 409)
    const cancelled = await ann.send(`/v1/friends/requests/${body['id']}`, 'DELETE')
    assert.deepEqual([cancelled.status, cancelled.body], [200, { ok: true }])
    assert.deepEqual(await list(bob, '/requests/received'), [])
  })

  it('unknown code 404, oneself 400, not exactly one of friend_code and email 422', async () => {
    assert.equal((await ask(ann, { friend_code: 'NOBODYHASIT' })).status, 404)
    assert.equal((await ask(ann, { friend_code: ann.friend_code })).status, 400)
    assert.equal((await ask(ann, {})).status, 422)
    assert.equal((await ask(ann, { friend_code: bob.friend_code, email: 'a@b.example' })).status, 422)
    assert.equal((await ask(ann, { email: 'no address' })).status, 422)
  })

  it('accepting makes friends: list, ids and check of both', async () => {
    const id = await befriend(ann, bob)
    const [friend] = await list(ann, '')
    assert.equal(friend?.['user_id'], bob.id)
    assert.equal(friend?.['friendship_id'], id)
    for (const field of ['display_name', 'avatar_url', 'since']) assert.ok(friend && field in friend, field)
    assert.deepEqual(await list(bob, '/ids'), [ann.id])
    assert.equal((await ann.send<unknown>(`/v1/friends/check/${bob.id}`)).body, true)
    assert.equal((await ann.send<unknown>('/v1/friends/check/nobody')).body, false)
    assert.equal((await ask(ann, { friend_code: bob.friend_code })).status, 409)
    await end(id)
    assert.equal((await bob.send<unknown>(`/v1/friends/check/${ann.id}`)).body, false)
    assert.equal((await bob.send(`/v1/friends/${id}`, 'DELETE')).status, 404)
  })

  it('rejecting ends the request; only the asked may answer', async () => {
    const { body } = await ask(ann, { friend_code: bob.friend_code })
    const path = `/v1/friends/requests/${body['id']}`
    assert.equal((await ann.send(`${path}/accept`, 'POST')).status, 403)
    const rejected = await bob.send(`${path}/reject`, 'POST')
    assert.deepEqual([rejected.status, rejected.body], [200, { ok: true }])
    assert.equal((await bob.send(`${path}/accept`, 'POST')).status, 404)
    assert.equal((await bob.send(`/v1/friends/requests/${MISSING}/accept`, 'POST')).status, 404)
  })

  it('an e-mail request is always 202 {"ok":true} and reaches who has verified the address', async () => {
    const answers = [
      await ask(ann, { email: 'nobody@friends.example' }),
      await ask(ann, { email: 'bob@friends.example' }),
    ]
    for (const { status, body } of answers) assert.deepEqual([status, body], [202, { ok: true }])
    const sent = await list(ann, '/requests/sent')
    const tellTale = new Set(
      sent.map(request => JSON.stringify([Object.keys(request), request['addressee_id']])),
    )
    assert.ok(sent.length === 0 || tellTale.size === 1, 'the list of sent ones tells nothing')
    const [request] = await list(bob, '/requests/received')
    assert.equal(request?.['requester_id'], ann.id)
    assert.equal(request?.['addressee_id'], bob.id)
    const accepted = await bob.send(`/v1/friends/requests/${request?.['id']}/accept`, 'POST')
    assert.equal(accepted.status, 200)
    await end(accepted.body['id'])
  })

  it('a block ends friendship and requests, and each lifts only its own', async () => {
    await befriend(ann, bob)
    const blocked = await ann.send<Fields>(`/v1/friends/block/${bob.id}`, 'POST')
    assert.equal(blocked.status, 200)
    assert.equal(blocked.body['status'], 'blocked')
    assert.equal(blocked.body['blocked_by'], ann.id)
    assert.deepEqual(await list(bob, ''), [])
    assert.equal((await ask(bob, { friend_code: ann.friend_code })).status, 403)
    assert.equal((await ask(ann, { friend_code: bob.friend_code })).status, 403)
    const [entry] = await list(ann, '/blocks')
    assert.equal(entry?.['user_id'], bob.id)
    for (const field of ['display_name', 'avatar_url', 'since']) assert.ok(entry && field in entry, field)
    assert.equal((await bob.send(`/v1/friends/block/${ann.id}`, 'DELETE')).status, 404)
    const lifted = await ann.send(`/v1/friends/block/${bob.id}`, 'DELETE')
    assert.deepEqual([lifted.status, lifted.body], [200, { ok: true }])
    assert.deepEqual(await list(ann, '/blocks'), [])
    assert.equal((await ann.send(`/v1/friends/block/${ann.id}`, 'POST')).status, 400)
    assert.equal((await ann.send('/v1/friends/block/nobody-at-all', 'POST')).status, 404)
  })

  it('a new friend code replaces the old one', async () => {
    const before = (await bob.send<Fields>('/v1/users/me')).body
    for (const field of ['id', 'display_name', 'avatar_url', 'friend_code', 'email'])
      assert.ok(field in before, field)
    const renewed = await bob.send<Fields>('/v1/users/me/friend_code', 'POST')
    assert.equal(renewed.status, 200)
    assert.notEqual(renewed.body['friend_code'], before['friend_code'])
    assert.equal((await ask(ann, { friend_code: before['friend_code'] })).status, 404)
  })
})
