import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { ask, befriend, block, newPerson, type Person, unblock } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/

forEachStorage('friends', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let ann: Person
  let bob: Person

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  const someone = (name: string) => newPerson(server, name)
  const two = async () => {
    ann = await someone('ann')
    bob = await someone('bob')
  }
  const friendship = (id: string) => ({ params: { friendship_id: id } })
  const check = (a: Person, b: Person) => a.client.friends.check({ params: { user_id: b.id } })

  it('sends a request by friend code, typed in any form, and shows it to both', async () => {
    await two()
    const typed = ` ${bob.friend_code.slice(0, 5).toLowerCase()}-${bob.friend_code.slice(5)} `
    const asked = await ann.client.friends.request({ body: { friend_code: typed } })
    assert.ok('id' in asked)
    assert.deepEqual(
      { ...asked, created_at: '', updated_at: '' },
      {
        id: asked.id,
        requester_id: ann.id,
        addressee_id: bob.id,
        status: 'pending',
        blocked_by: null,
        created_at: '',
        updated_at: '',
        version: 1,
      },
    )
    assert.match(asked.created_at, ISO)
    const shown = {
      id: asked.id,
      requester_id: ann.id,
      addressee_id: bob.id,
      requester_display_name: ann.id,
      requester_avatar_url: null,
      addressee_display_name: bob.id,
      created_at: asked.created_at,
      version: 1,
    }
    assert.deepEqual(await ann.client.friends.sent(), [shown])
    assert.deepEqual(await bob.client.friends.received(), [shown])
    assert.deepEqual(await ann.client.friends.received(), [])
    assert.deepEqual(await bob.client.friends.sent(), [])
    assert.equal(await check(ann, bob), false)
  })

  itOnce('responds with 201 to a request by code and with 200 to its answers', async () => {
    await two()
    const token = await server.issuer.token({ sub: ann.id, name: ann.id })
    const response = await server.fetch('/v1/friends/requests', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ friend_code: bob.friend_code, email: null }),
    })
    assert.equal(response.status, 201)
  })

  it('accepts: both are friends at once, under the id of the request', async () => {
    await two()
    const id = await ask(ann, bob)
    const accepted = await bob.client.friends.accept(friendship(id))
    assert.equal(accepted.id, id)
    assert.equal(accepted.status, 'accepted')
    const [seen] = await ann.client.friends.list()
    assert.match(seen?.since ?? '', ISO)
    assert.deepEqual(seen, {
      user_id: bob.id,
      friendship_id: id,
      display_name: bob.id,
      avatar_url: null,
      since: seen?.since,
      version: seen?.version,
    })
    assert.deepEqual(await bob.client.friends.ids(), [ann.id])
    assert.equal(await check(ann, bob), true)
    assert.equal(await check(bob, ann), true)
    assert.deepEqual(await ann.client.friends.sent(), [])
    assert.deepEqual(await bob.client.friends.received(), [])
    await rejectsWith(bob.client.friends.accept(friendship(id)), 404)
    await rejectsWith(ann.client.friends.cancel(friendship(id)), 404)
  })

  it('lists friends, ids, requests and blocks newest first, in pages that add up to the whole', async () => {
    const eve = await someone('eve')
    const others: Person[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) others.unshift(await someone(name))
    for (const other of others.toReversed()) {
      await befriend(other, eve)
      server.clock.advance(1000)
    }
    const ids = others.map(other => other.id)
    assert.deepEqual(await eve.client.friends.ids(), ids)
    assert.deepEqual(
      (await eve.client.friends.list()).map(friend => friend.user_id),
      ids,
    )
    assert.deepEqual(await pages(eve, '/v1/friends/ids?limit=2'), ids)
    for (const other of others.toReversed()) {
      await block(eve, other)
      server.clock.advance(1000)
    }
    const blocks = (await pages(eve, '/v1/friends/blocks?limit=2')) as { user_id: string }[]
    assert.deepEqual(
      blocks.map(each => each.user_id),
      ids,
    )
    const sender = await someone('sender')
    for (const other of others.toReversed()) {
      await ask(sender, other)
      server.clock.advance(1000)
    }
    const sent = (await pages(sender, '/v1/friends/requests/sent?limit=2')) as { addressee_id: string }[]
    assert.deepEqual(
      sent.map(each => each.addressee_id),
      ids,
    )
  })

  async function pages(person: Person, first: string): Promise<unknown[]> {
    const token = await server.issuer.token({ sub: person.id, name: person.id })
    const all: unknown[] = []
    for (let path: string | undefined = first; path; ) {
      const response = await server.fetch(path, { headers: { authorization: `Bearer ${token}` } })
      all.push(...((await response.json()) as unknown[]))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return all
  }

  itOnce('rejects a cursor that no list has returned', async () => {
    await two()
    for (const key of [['x', 'y'], [1.5, MISSING], [1, 'not an id'], [1]]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
      await rejectsWith(ann.client.friends.received({ query: { cursor } }), 422, /cursor/)
    }
  })

  it('rejects and cancels; either allows a new request', async () => {
    await two()
    const first = await ask(ann, bob)
    assert.deepEqual(await bob.client.friends.reject(friendship(first)), { ok: true })
    assert.deepEqual(await ann.client.friends.sent(), [])
    const second = await ask(ann, bob)
    assert.notEqual(second, first)
    assert.deepEqual(await ann.client.friends.cancel(friendship(second)), { ok: true })
    assert.deepEqual(await bob.client.friends.received(), [])
    await rejectsWith(bob.client.friends.accept(friendship(second)), 404)
    await ask(bob, ann)
  })

  itOnce('lets only the addressee answer and only the sender cancel', async () => {
    await two()
    const eve = await someone('eve')
    const id = await ask(ann, bob)
    await rejectsWith(ann.client.friends.accept(friendship(id)), 403)
    await rejectsWith(ann.client.friends.reject(friendship(id)), 403)
    await rejectsWith(bob.client.friends.cancel(friendship(id)), 403)
    for (const unknown of [id, MISSING]) {
      await rejectsWith(eve.client.friends.accept(friendship(unknown)), 404, /^Friend request not found\.$/)
      await rejectsWith(eve.client.friends.reject(friendship(unknown)), 404, /^Friend request not found\.$/)
      await rejectsWith(eve.client.friends.cancel(friendship(unknown)), 404, /^Friend request not found\.$/)
      await rejectsWith(eve.client.friends.remove(friendship(unknown)), 404, /^Friendship not found\.$/)
    }
    await rejectsWith(bob.client.friends.remove(friendship(id)), 404)
  })

  itOnce('refuses unknown codes, oneself, and a second request in either direction', async () => {
    await two()
    await rejectsWith(ann.client.friends.request({ body: { friend_code: 'NOBODYHAS1' } }), 404)
    await rejectsWith(ann.client.friends.request({ body: { friend_code: ann.friend_code } }), 400)
    const id = await ask(ann, bob)
    await rejectsWith(ask(ann, bob), 409)
    await rejectsWith(ask(bob, ann), 409, /Accept it instead/)
    await bob.client.friends.accept(friendship(id))
    await rejectsWith(ask(ann, bob), 409, /already friends/)
    await rejectsWith(ask(bob, ann), 409, /already friends/)
  })

  itOnce('requires exactly one of friend_code and email', async () => {
    await two()
    await rejectsWith(ann.client.friends.request({ body: {} }), 422, /exactly one/)
    const both = { friend_code: bob.friend_code, email: 'bob@example.org' }
    await rejectsWith(ann.client.friends.request({ body: both }), 422, /exactly one/)
    await rejectsWith(ann.client.friends.request({ body: { friend_code: '  ' } }), 422)
    for (const email of [
      'bob',
      'bob@',
      '@example.org',
      'bob@example',
      'b ob@example.org',
      'bob@exa_mple.org',
    ]) {
      await rejectsWith(ann.client.friends.request({ body: { email } }), 422, /email address/)
    }
  })

  it('invalidates the old friend code when a new one is created', async () => {
    await two()
    const renewed = await bob.client.users.renewFriendCode()
    assert.notEqual(renewed.friend_code, bob.friend_code)
    await rejectsWith(ask(ann, bob), 404)
    await ann.client.friends.request({ body: { friend_code: renewed.friend_code } })
  })

  it('ends a friendship from either side, once', async () => {
    await two()
    const id = await befriend(ann, bob)
    assert.deepEqual(await ann.client.friends.remove(friendship(id)), { ok: true })
    assert.deepEqual(await ann.client.friends.list(), [])
    assert.deepEqual(await bob.client.friends.list(), [])
    await rejectsWith(bob.client.friends.remove(friendship(id)), 404)
    const again = await befriend(bob, ann)
    await bob.client.friends.remove(friendship(again))
    assert.equal(await check(ann, bob), false)
  })

  it('blocks: friendship and requests end, and neither can send a request', async () => {
    await two()
    await befriend(ann, bob)
    const blocked = await block(ann, bob)
    assert.equal(blocked.status, 'blocked')
    assert.equal(blocked.blocked_by, ann.id)
    assert.equal(blocked.requester_id, ann.id)
    assert.equal(blocked.addressee_id, bob.id)
    assert.deepEqual(await block(ann, bob), blocked)
    assert.deepEqual(await bob.client.friends.list(), [])
    await rejectsWith(ask(ann, bob), 403)
    await rejectsWith(ask(bob, ann), 403)
    const [listed] = await ann.client.friends.blocks()
    assert.deepEqual(listed, {
      user_id: bob.id,
      display_name: bob.id,
      avatar_url: null,
      since: blocked.created_at,
      version: blocked.version,
    })
    assert.deepEqual(await bob.client.friends.blocks(), [])
  })

  it('a block ends requests in both directions', async () => {
    for (const byAsker of [true, false]) {
      await two()
      const id = await ask(ann, bob)
      await (byAsker ? block(ann, bob) : block(bob, ann))
      assert.deepEqual(await ann.client.friends.sent(), [])
      assert.deepEqual(await bob.client.friends.received(), [])
      await rejectsWith(bob.client.friends.accept(friendship(id)), 404)
    }
  })

  it('lets each side lift only its own block', async () => {
    await two()
    await block(ann, bob)
    await rejectsWith(unblock(bob, ann), 404)
    await block(bob, ann)
    assert.deepEqual(await unblock(ann, bob), { ok: true })
    await rejectsWith(ask(ann, bob), 403)
    await unblock(bob, ann)
    await rejectsWith(unblock(bob, ann), 404)
    await ask(ann, bob)
  })

  itOnce('refuses to block oneself or an unknown person', async () => {
    await two()
    await rejectsWith(block(ann, ann), 400)
    await rejectsWith(ann.client.friends.block({ params: { user_id: 'nobody' } }), 404)
    await rejectsWith(ann.client.friends.unblock({ params: { user_id: 'nobody' } }), 404)
    assert.equal(await ann.client.friends.check({ params: { user_id: 'nobody' } }), false)
    const longest = 'x'.repeat(255)
    await rejectsWith(ann.client.friends.block({ params: { user_id: longest } }), 404, /^User not found/)
    await rejectsWith(ann.client.friends.block({ params: { user_id: 'a/b c?d' } }), 404, /^User not found/)
  })
})
