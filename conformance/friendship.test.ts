// Decisions about friends, one by one: requests, friendship, blocks.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { befriend, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

describe('friends', () => {
  let target: Target
  let people = 0
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())

  const person = (claims?: Record<string, unknown>) => newPerson(target, `friends-${people++}`, claims)
  const pair = async () => [await person(), await person()] as const
  const list = async (who: Person, path = '') => (await who.send<Fields[]>(`/v1/friends${path}`)).body
  const request = (from: Person, body: object) => from.send('/v1/friends/requests', 'POST', body)
  const blockPath = (whom: Person) => `/v1/friends/block/${encodeURIComponent(whom.id)}`

  it('a request by friend code is a pending friendship that both can see', async () => {
    const [ann, bob] = await pair()
    const { status, body } = await request(ann, { friend_code: bob.friend_code })
    assert.equal(status, 201)
    const { id, created_at, updated_at, ...rest } = body as Fields
    assert.ok(id && created_at && updated_at)
    assert.deepEqual(rest, {
      requester_id: ann.id,
      addressee_id: bob.id,
      status: 'pending',
      blocked_by: null,
    })
    for (const [who, path] of [
      [bob, '/requests/received'],
      [ann, '/requests/sent'],
    ] as const) {
      const [one] = await list(who, path)
      for (const field of ['requester_display_name', 'requester_avatar_url', 'addressee_display_name'])
        assert.ok(one && field in one, field)
      assert.deepEqual([one?.['id'], one?.['requester_id'], one?.['addressee_id']], [id, ann.id, bob.id])
    }
    assert.deepEqual(await list(ann), [], 'not friends yet')
  })

  it('accepted, both are friends in list, ids and check', async () => {
    const [ann, bob] = await pair()
    const friendship = await befriend(ann, bob)
    for (const [who, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const [friend] = await list(who)
      assert.deepEqual([friend?.['user_id'], friend?.['friendship_id']], [other.id, friendship])
      for (const field of ['display_name', 'avatar_url', 'since']) assert.ok(friend && field in friend, field)
      assert.deepEqual(await list(who, '/ids'), [other.id])
      assert.equal(await list(who, `/check/${encodeURIComponent(other.id)}`), true)
    }
    assert.deepEqual(await list(bob, '/requests/received'), [])
  })

  it('unknown code 404, oneself 400, pending or friends 409, blocked 403, both or neither 422', async () => {
    const [ann, bob] = await pair()
    const code = { friend_code: bob.friend_code }
    assert.equal((await request(ann, { friend_code: 'nobody-has-this' })).status, 404)
    assert.equal((await request(ann, { friend_code: ann.friend_code })).status, 400)
    assert.equal((await request(ann, {})).status, 422)
    assert.equal((await request(ann, { ...code, email: 'a@b.example' })).status, 422)
    assert.equal((await request(ann, code)).status, 201)
    assert.equal((await request(ann, code)).status, 409)
    assert.equal((await bob.send(blockPath(ann), 'POST')).status, 200)
    assert.equal((await request(ann, code)).status, 403)
    const [cid, dan] = await pair()
    await befriend(cid, dan)
    assert.equal((await request(dan, { friend_code: cid.friend_code })).status, 409)
  })

  it('by e-mail the answer is always 202; only verified addresses are matched', async () => {
    const ann = await person()
    const bob = await person({ email: 'bob@friends.example', email_verified: true })
    const eve = await person({ email: 'eve@friends.example', email_verified: false })
    for (const email of ['BOB@friends.example', 'eve@friends.example', 'nobody@friends.example']) {
      const { status, body } = await request(ann, { email })
      assert.deepEqual([status, body], [202, { ok: true }])
    }
    assert.equal((await list(bob, '/requests/received')).length, 1)
    assert.equal((await list(eve, '/requests/received')).length, 0)
  })

  it('only the addressee accepts and rejects, only the requester withdraws', async () => {
    const [ann, bob] = await pair()
    const ask = async () => (await request(ann, { friend_code: bob.friend_code })).body.id
    const first = `/v1/friends/requests/${await ask()}`
    assert.ok((await ann.send(`${first}/accept`, 'POST')).status >= 400)
    assert.ok((await bob.send(first, 'DELETE')).status >= 400)
    assert.equal((await bob.send(`${first}/reject`, 'POST')).status, 200)
    assert.deepEqual(await list(ann, '/requests/sent'), [])
    const second = `/v1/friends/requests/${await ask()}`
    assert.equal((await ann.send(second, 'DELETE')).status, 200)
    assert.deepEqual(await list(bob, '/requests/received'), [])
    assert.equal((await bob.send(`${second}/accept`, 'POST')).status, 404)
  })

  it('either side ends a friendship; strangers cannot', async () => {
    const [ann, bob] = await pair()
    const path = `/v1/friends/${await befriend(ann, bob)}`
    assert.ok((await (await person()).send(path, 'DELETE')).status >= 403)
    assert.equal((await bob.send(path, 'DELETE')).status, 200)
    assert.deepEqual([await list(ann), await list(bob)], [[], []])
  })

  it('blocks are directional: each side can lift only its own', async () => {
    const [ann, bob] = await pair()
    await befriend(ann, bob)
    assert.equal((await ann.send(blockPath(bob), 'POST')).status, 200)
    assert.deepEqual([await list(ann), await list(bob)], [[], []])
    const [blocked] = await list(ann, '/blocks')
    assert.equal(blocked?.['user_id'], bob.id)
    for (const field of ['display_name', 'avatar_url', 'since']) assert.ok(blocked && field in blocked, field)
    assert.deepEqual(await list(bob, '/blocks'), [])
    await bob.send(blockPath(ann), 'POST')
    assert.equal((await ann.send(blockPath(bob), 'DELETE')).status, 200)
    assert.equal((await request(ann, { friend_code: bob.friend_code })).status, 403, 'his block still holds')
    assert.equal((await bob.send(blockPath(ann), 'DELETE')).status, 200)
    assert.equal((await request(ann, { friend_code: bob.friend_code })).status, 201)
  })

  it('a new friend code replaces the old one', async () => {
    const [ann, bob] = await pair()
    const renewed = await bob.send<Person>('/v1/users/me/friend_code', 'POST')
    assert.equal(renewed.status, 200)
    assert.equal((await request(ann, { friend_code: bob.friend_code })).status, 404)
    assert.equal((await request(ann, { friend_code: renewed.body.friend_code })).status, 201)
  })
})
