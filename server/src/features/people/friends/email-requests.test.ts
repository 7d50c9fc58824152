import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { ask, befriend, block, newPerson, type Person, unblock } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { unzip } from '../../../../test/support/zip.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { MAX_EMAIL_REQUESTS } from './friend.ts'
import { requestStore } from './request-store.ts'

forEachStorage('email requests', open => {
  let server: TestApp
  const statements: string[] = []

  before(async () => {
    server = await startTestApp(await open({ observe: statement => statements.push(statement) }))
  })
  after(() => server.close())

  let count = 0
  const address = () => `person${++count}@example.org`
  const friendship = (id: string) => ({ params: { friendship_id: id } })
  const askEmail = (sender: Person, email: string) => sender.client.friends.request({ body: { email } })
  const received = (person: Person) => person.client.friends.received()

  async function senderAndOwner() {
    const email = address()
    const ann = await newPerson(server, 'ann', { email: address() })
    const bob = await newPerson(server, 'bob', { email })
    return { email, ann, bob }
  }

  /**
   * Sends a friend request. Returns its SQL statements and all that the sender sees of it, without values that always
   * differ.
   */
  async function answerTo(sender: Person, email: string) {
    const token = await server.issuer.token({ sub: sender.id, name: sender.id })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    // Stores the sender's profile first, because the first request with a token does extra work.
    await server.fetch('/v1/friends/requests/sent', { headers })
    statements.length = 0
    const response = await server.fetch('/v1/friends/requests', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email }),
    })
    const work = [...statements]
    const [newest] = await sender.client.friends.sent({ query: { limit: 1 } })
    const { seq } = await sender.client.changes.list({ query: {} })
    return {
      work,
      status: response.status,
      body: await response.text(),
      headers: [...response.headers.keys()],
      listed: newest && {
        ...newest,
        id: newest.id.length,
        created_at: newest.created_at.slice(0, 4),
        addressee_display_name: newest.addressee_display_name === email,
        version: newest.version === seq,
      },
    }
  }

  it('reach the person who has verified the address, whatever its case, and become a friendship', async () => {
    const { email, ann, bob } = await senderAndOwner()
    assert.deepEqual(await askEmail(ann, ` ${email.toUpperCase()} `), { ok: true })
    const [request, ...more] = await received(bob)
    assert.ok(request)
    assert.equal(more.length, 0)
    assert.equal(request.requester_id, ann.id)
    assert.equal(request.requester_display_name, ann.id)
    assert.equal(request.addressee_id, bob.id)
    assert.equal(request.addressee_display_name, bob.id)
    const accepted = await bob.client.friends.accept(friendship(request.id))
    assert.equal(accepted.id, request.id)
    assert.equal(accepted.addressee_id, bob.id)
    assert.deepEqual(await ann.client.friends.ids(), [bob.id])
    assert.deepEqual(await bob.client.friends.ids(), [ann.id])
    assert.deepEqual(await ann.client.friends.sent(), [])
    assert.deepEqual(await received(bob), [])
  })

  it('do not reach an unverified address until it is verified', async () => {
    const email = address()
    const ann = await newPerson(server, 'ann')
    const bob = await newPerson(server, 'bob', { email, email_verified: false })
    await askEmail(ann, email)
    assert.deepEqual(await received(bob), [])
    server.clock.advance(1000)
    const verified = await server.as(bob.id, { email, email_verified: true })
    assert.equal((await verified.friends.received()).length, 1)
    server.clock.advance(1000)
    const moved = await server.as(bob.id, { email: address(), email_verified: true })
    assert.deepEqual(await moved.friends.received(), [])
  })

  it('get the same answer after the same work, whether or not anyone has the address', async () => {
    const { email, ann, bob } = await senderAndOwner()
    // Makes the person's first change before counting, because it takes one more statement.
    await answerTo(ann, address())
    const unknown = await answerTo(ann, address())
    assert.equal(unknown.status, 202)
    assert.equal(unknown.body, '{"ok":true}')
    assert.deepEqual(unknown.listed, {
      id: 36,
      requester_id: ann.id,
      addressee_id: null,
      requester_display_name: ann.id,
      requester_avatar_url: null,
      addressee_display_name: true,
      created_at: unknown.listed?.created_at,
      version: true,
    })
    assert.deepEqual(await answerTo(ann, email), unknown, 'someone has it')
    assert.deepEqual(await answerTo(ann, email), unknown, 'requested again')
    const id = await ask(ann, bob)
    assert.deepEqual(await answerTo(ann, email), unknown, 'requested by code')
    await bob.client.friends.accept(friendship(id))
    assert.deepEqual(await answerTo(ann, email), unknown, 'friends')
    await block(bob, ann)
    assert.deepEqual(await answerTo(ann, email), unknown, 'blocked')
    assert.deepEqual(await received(bob), [])
    assert.deepEqual(await received(ann), [])
  })

  it('to oneself are refused, verified or not, in any case', async () => {
    for (const email_verified of [true, false]) {
      const email = address()
      const ann = await newPerson(server, 'ann', { email, email_verified })
      await rejectsWith(askEmail(ann, email.toUpperCase()), 400, /yourself/)
      assert.deepEqual(await ann.client.friends.sent(), [])
    }
  })

  it('stay in the list of sent requests whatever the addressee does, except accept', async () => {
    const doings: Record<string, (ann: Person, bob: Person) => Promise<unknown>> = {
      reject: async (_ann, bob) => {
        const [request] = await received(bob)
        await bob.client.friends.reject(friendship(request?.id ?? ''))
      },
      block: (ann, bob) => block(bob, ann),
      'be blocked': (ann, bob) => block(ann, bob),
      'block and unblock': async (ann, bob) => {
        await block(bob, ann)
        await unblock(bob, ann)
      },
      'be requested by code': (ann, bob) => ask(ann, bob),
      'be friends by code': (ann, bob) => befriend(ann, bob),
      'be friends and unfriend': async (ann, bob) => {
        await bob.client.friends.remove(friendship(await befriend(ann, bob)))
      },
    }
    for (const [name, doing] of Object.entries(doings)) {
      const { email, ann, bob } = await senderAndOwner()
      await askEmail(ann, email)
      const sentByEmail = async () =>
        (await ann.client.friends.sent()).filter(request => request.addressee_id === null)
      const listed = await sentByEmail()
      assert.equal(listed.length, 1)
      await doing(ann, bob)
      assert.deepEqual(await sentByEmail(), listed, name)
      const waiting = (await received(bob)).filter(request => request.id === listed[0]?.id)
      assert.deepEqual(waiting, [], `${name}: an answered request does not reappear`)
      await rejectsWith(bob.client.friends.accept(friendship(listed[0]?.id ?? '')), 404)
    }
  })

  it('tell the change log, the history and the archive of the sender nothing when they are rejected and sent again', async () => {
    const { email, ann, bob } = await senderAndOwner()
    await askEmail(ann, email)
    const sent = await ann.client.changes.list()
    const [request] = await received(bob)
    await bob.client.friends.reject(friendship(request?.id ?? ''))
    assert.deepEqual(await ann.client.changes.list(), sent)
    const known = async () => {
      const archive = await ann.client.personalData.download({ query: { account: true, history: true } })
      return JSON.stringify([
        await ann.client.changes.list(),
        await ann.client.history.list(),
        unzip(Buffer.from(await archive.arrayBuffer())),
      ])
    }
    assert.doesNotMatch(await known(), new RegExp(`closed|${bob.id}`))
    await askEmail(ann, email)
    assert.doesNotMatch(await known(), new RegExp(`closed|${bob.id}`))
  })

  it('sent while blocked do not appear when the block is lifted', async () => {
    const { email, ann, bob } = await senderAndOwner()
    await block(bob, ann)
    await askEmail(ann, email)
    assert.deepEqual(await received(bob), [])
    await unblock(bob, ann)
    assert.deepEqual(await received(bob), [])
    await askEmail(ann, email)
    assert.equal((await received(bob)).length, 1)
  })

  it('can be canceled by the sender only, and answered by the addressee only', async () => {
    const { email, ann, bob } = await senderAndOwner()
    const eve = await newPerson(server, 'eve', { email: address() })
    await askEmail(ann, email)
    const [request] = await ann.client.friends.sent()
    const it = friendship(request?.id ?? '')
    await rejectsWith(ann.client.friends.accept(it), 403)
    await rejectsWith(bob.client.friends.cancel(it), 403)
    await rejectsWith(eve.client.friends.accept(it), 404)
    await rejectsWith(eve.client.friends.cancel(it), 404)
    assert.deepEqual(await ann.client.friends.cancel(it), { ok: true })
    assert.deepEqual(await received(bob), [])
    await rejectsWith(bob.client.friends.accept(it), 404)
    await rejectsWith(ann.client.friends.cancel(it), 404)
  })

  it('are refused to strangers in the same words whether or not anyone has the address', async () => {
    const { email, ann } = await senderAndOwner()
    await askEmail(ann, email)
    await askEmail(ann, address())
    for (const request of await ann.client.friends.sent()) {
      await rejectsWith(
        ann.client.friends.accept(friendship(request.id)),
        403,
        /^Only the person who received/,
      )
      await rejectsWith(ann.client.friends.remove(friendship(request.id)), 404, /^Friendship not found\.$/)
    }
  })

  it('make the addressee accept instead of requesting back by code', async () => {
    const { email, ann, bob } = await senderAndOwner()
    await askEmail(ann, email)
    await rejectsWith(ask(bob, ann), 409, /Accept it instead/)
  })

  it('count as one together with a request by code', async () => {
    const { email, ann, bob } = await senderAndOwner()
    await askEmail(ann, email)
    const id = await ask(ann, bob)
    assert.deepEqual(
      (await received(bob)).map(request => request.id),
      [id],
    )
    await bob.client.friends.reject(friendship(id))
    assert.deepEqual(await received(bob), [])
  })

  it('are dropped, oldest first, beyond a limit', async () => {
    const ann = await newPerson(server, 'ann')
    const emails = Array.from({ length: MAX_EMAIL_REQUESTS }, (_, i) => `n${i}@example.org`)
    const at = server.clock.now()
    // Writes to the database directly, because sending this many requests would take seconds.
    await server.storage.write([ann.id], async tx => {
      for (const [i, email] of emails.entries())
        await requestStore(tx).askEmail({ id: newId(), requester_id: ann.id, email, created_at: at + i })
    })
    server.clock.advance(emails.length)
    for (const email of ['next@example.org', 'last@example.org']) {
      server.clock.advance(1)
      await askEmail(ann, email)
    }
    const sent = await ann.client.friends.sent()
    assert.equal(sent.length, MAX_EMAIL_REQUESTS)
    assert.equal(sent.at(-1)?.addressee_display_name, 'n2@example.org')
  })
})
