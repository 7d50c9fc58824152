import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { befriend, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

const REQUEST_FIELDS = [
  'requester_display_name',
  'requester_avatar_url',
  'addressee_display_name',
  'created_at',
  'version',
]
const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

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
    const { id, created_at, updated_at, version, ...rest } = body as Fields
    assert.ok(Number.isSafeInteger(version))
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
      for (const field of REQUEST_FIELDS) assert.ok(one && field in one, field)
      assert.deepEqual([one?.['id'], one?.['requester_id'], one?.['addressee_id']], [id, ann.id, bob.id])
    }
    assert.deepEqual(await list(ann), [], 'not friends yet')
  })

  it('after acceptance, both are friends in the list, in the ids and in the check', async () => {
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
    assert.equal(await list(ann, '/check/nobody'), false)
    assert.deepEqual(await list(bob, '/requests/received'), [])
  })

  it('errors: unknown code 404, yourself 400, pending or already friends 409, blocked 403, both or neither field 422', async () => {
    const [ann, bob] = await pair()
    const code = { friend_code: bob.friend_code }
    assert.equal((await request(ann, { friend_code: 'nobody-has-this' })).status, 404)
    assert.equal((await request(ann, { friend_code: ann.friend_code })).status, 400)
    assert.equal((await request(ann, {})).status, 422)
    assert.equal((await request(ann, { ...code, email: 'a@b.example' })).status, 422)
    assert.equal((await request(ann, { email: 'no address' })).status, 422)
    assert.equal((await request(ann, code)).status, 201)
    assert.equal((await request(ann, code)).status, 409)
    assert.equal((await request(bob, { friend_code: ann.friend_code })).status, 409, 'accept instead')
    assert.equal((await bob.send(blockPath(ann), 'POST')).status, 200)
    assert.equal((await request(ann, code)).status, 403)
    const [cid, dan] = await pair()
    await befriend(cid, dan)
    assert.equal((await request(dan, { friend_code: cid.friend_code })).status, 409)
  })

  it('a request by email always returns 202 and reveals nothing; only verified addresses match', async () => {
    const ann = await person()
    const bob = await person({ email: 'bob@friends.example', email_verified: true })
    const eve = await person({ email: 'eve@friends.example', email_verified: false })
    for (const email of ['BOB@friends.example', 'eve@friends.example', 'nobody@friends.example']) {
      const { status, body } = await request(ann, { email })
      assert.deepEqual([status, body], [202, { ok: true }])
    }
    const sent = await list(ann, '/requests/sent')
    const tellTale = new Set(sent.map(each => JSON.stringify([Object.keys(each), each['addressee_id']])))
    assert.ok(sent.length === 0 || tellTale.size === 1, 'the list of sent requests reveals nothing')
    assert.equal((await list(eve, '/requests/received')).length, 0)
    const [received] = await list(bob, '/requests/received')
    assert.deepEqual([received?.['requester_id'], received?.['addressee_id']], [ann.id, bob.id])
    assert.equal((await bob.send(`/v1/friends/requests/${received?.['id']}/accept`, 'POST')).status, 200)
    assert.deepEqual(await list(ann, '/ids'), [bob.id])
  })

  it('only the addressee can accept and reject, only the requester can cancel', async () => {
    const [ann, bob] = await pair()
    const ask = async () => (await request(ann, { friend_code: bob.friend_code })).body.id
    const first = `/v1/friends/requests/${await ask()}`
    assert.equal((await ann.send(`${first}/accept`, 'POST')).status, 403)
    assert.equal((await bob.send(first, 'DELETE')).status, 403)
    const rejected = await bob.send(`${first}/reject`, 'POST')
    assert.deepEqual([rejected.status, rejected.body], [200, { ok: true }])
    assert.equal((await bob.send(`${first}/accept`, 'POST')).status, 404)
    assert.deepEqual(await list(ann, '/requests/sent'), [])
    const second = `/v1/friends/requests/${await ask()}`
    const cancelled = await ann.send(second, 'DELETE')
    assert.deepEqual([cancelled.status, cancelled.body], [200, { ok: true }])
    assert.deepEqual(await list(bob, '/requests/received'), [])
    assert.equal((await bob.send(`${second}/accept`, 'POST')).status, 404)
    assert.equal((await bob.send(`/v1/friends/requests/${MISSING}/accept`, 'POST')).status, 404)
  })

  it('both friends can end the friendship; others cannot', async () => {
    const [ann, bob] = await pair()
    const path = `/v1/friends/${await befriend(ann, bob)}`
    assert.ok((await (await person()).send(path, 'DELETE')).status >= 403)
    assert.equal((await bob.send(path, 'DELETE')).status, 200)
    assert.deepEqual([await list(ann), await list(bob)], [[], []])
    assert.equal(await list(ann, `/check/${encodeURIComponent(bob.id)}`), false)
    assert.equal((await ann.send(path, 'DELETE')).status, 404)
  })

  it('a block ends the friendship, and each person can remove only their own block', async () => {
    const [ann, bob] = await pair()
    await befriend(ann, bob)
    const made = await ann.send<Fields>(blockPath(bob), 'POST')
    assert.deepEqual([made.status, made.body['status'], made.body['blocked_by']], [200, 'blocked', ann.id])
    assert.deepEqual([await list(ann), await list(bob)], [[], []])
    const [blocked] = await list(ann, '/blocks')
    assert.equal(blocked?.['user_id'], bob.id)
    for (const field of ['display_name', 'avatar_url', 'since']) assert.ok(blocked && field in blocked, field)
    assert.deepEqual(await list(bob, '/blocks'), [])
    for (const [who, other] of [
      [ann, bob],
      [bob, ann],
    ] as const)
      assert.equal((await request(who, { friend_code: other.friend_code })).status, 403)
    assert.equal((await bob.send(blockPath(ann), 'DELETE')).status, 404)
    await bob.send(blockPath(ann), 'POST')
    assert.equal((await ann.send(blockPath(bob), 'DELETE')).status, 200)
    assert.equal(
      (await request(ann, { friend_code: bob.friend_code })).status,
      403,
      'his block still applies',
    )
    assert.equal((await bob.send(blockPath(ann), 'DELETE')).status, 200)
    assert.equal((await request(ann, { friend_code: bob.friend_code })).status, 201)
    assert.deepEqual(await list(ann, '/blocks'), [])
  })

  it('a block ends requests; blocking yourself is 400, an unknown person 404', async () => {
    const [ann, bob] = await pair()
    await request(ann, { friend_code: bob.friend_code })
    await bob.send(blockPath(ann), 'POST')
    assert.deepEqual(await list(bob, '/requests/received'), [])
    assert.equal((await ann.send(blockPath(ann), 'POST')).status, 400)
    assert.equal((await ann.send('/v1/friends/block/nobody-at-all', 'POST')).status, 404)
  })

  it('a new friend code replaces the old one', async () => {
    const [ann, bob] = await pair()
    const me = (await bob.send<Fields>('/v1/users/me')).body
    for (const field of ['id', 'display_name', 'avatar_url', 'friend_code', 'email'])
      assert.ok(field in me, field)
    const renewed = await bob.send<Person>('/v1/users/me/friend_code', 'POST')
    assert.equal(renewed.status, 200)
    assert.equal((await request(ann, { friend_code: bob.friend_code })).status, 404)
    assert.equal((await request(ann, { friend_code: renewed.body.friend_code })).status, 201)
  })
})
