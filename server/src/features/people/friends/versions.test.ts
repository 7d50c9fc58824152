import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import {
  ask,
  befriend,
  block,
  lastingClient,
  newPerson,
  type Person,
} from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { prune } from '../../../platform/changes/retention.ts'

const DAY_MS = 86_400_000

forEachStorage('versions of relations', open => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  /** Creates two people whose change logs have different lengths, so that a version from the wrong log is noticed. */
  async function pair(claims: Record<string, unknown> = {}): Promise<[Person, Person]> {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob', claims)]
    for (const name of ['One', 'Two', 'Three'])
      await ann.client.tags.createGroup({ body: { name, color: '#112233' } })
    return [ann, bob]
  }

  type Shown = { kind: string; id: string; version: number }

  async function shownTo({ client }: Pick<Person, 'client'>): Promise<Shown[]> {
    const shown = [
      ...(await client.friends.list()).map(friend => ({
        ...friend,
        kind: 'friend',
        id: friend.friendship_id,
      })),
      ...(await client.friends.received()).map(request => ({ ...request, kind: 'friend_request' })),
      ...(await client.friends.sent()).map(request => ({ ...request, kind: 'friend_request' })),
      ...(await client.friends.blocks()).map(user => ({ ...user, kind: 'block', id: user.user_id })),
    ]
    return shown.map(({ kind, id, version }) => ({ kind, id, version }))
  }

  /** Returns the last logged change of each existing relation. */
  async function logged({ client }: Person): Promise<Shown[]> {
    const { changes } = await client.changes.list({ query: {} })
    const last = new Map(changes.map(change => [`${change.kind} ${change.id}`, change]))
    return [...last.values()].flatMap(({ kind, id, seq, resource }) => {
      if (kind !== 'friend' && kind !== 'friend_request' && kind !== 'block') return []
      if (resource === null) return []
      assert.equal((resource as { version?: number }).version, seq, 'the resource in the log has the version')
      return [{ kind, id, version: seq }]
    })
  }

  async function agrees(...people: Person[]): Promise<void> {
    for (const person of people) {
      const shown = await shownTo(person)
      assert.ok(shown.length > 0)
      assert.deepEqual(new Set(shown), new Set(await logged(person)))
    }
  }

  it('are the numbers of the last changes in the own log of each of the two people', async () => {
    const [ann, bob] = await pair()
    const friendship_id = await ask(ann, bob)
    await agrees(ann, bob)
    await bob.client.friends.accept({ params: { friendship_id } })
    await agrees(ann, bob)
    assert.notDeepEqual(await shownTo(ann), await shownTo(bob))
    await block(ann, bob)
    await agrees(ann)
    assert.deepEqual(await shownTo(bob), [])
  })

  it('count the requests to an address only in the log of the sender', async () => {
    const email = 'bob@versions.example.com'
    const [ann, bob] = await pair({ email })
    await ann.client.friends.request({ body: { email } })
    await agrees(ann)
    const [received] = await bob.client.friends.received()
    assert.equal(received?.version, 0)
    await bob.client.friends.accept({ params: { friendship_id: received.id } })
    await agrees(ann, bob)
  })

  it('change with the name that others see, for a few people and for many', async () => {
    for (const count of [1, 9]) {
      const [ann, bob] = await pair()
      const others = [bob]
      while (others.length < count) others.push(await newPerson(server, 'friend'))
      for (const other of others) await befriend(ann, other)
      const cleo = await newPerson(server, 'cleo')
      await ask(ann, cleo)
      await block(cleo, ann)
      const dora = await newPerson(server, 'dora')
      await ask(dora, ann)
      const before = await Promise.all([...others, cleo, dora].map(shownTo))
      server.clock.advance(60_000)
      const renamed = await server.as(ann.id, { name: `Ann the Great ${count}` })
      await renamed.users.me()
      await agrees(...others, cleo, dora)
      for (const [at, other] of [...others, cleo, dora].entries())
        assert.ok(((await shownTo(other))[0]?.version ?? 0) > (before[at]?.[0]?.version ?? 0))
    }
  })

  it('stay when the entries expire', async () => {
    const [ann, bob] = await pair()
    await befriend(ann, bob)
    await ask(ann, await newPerson(server, 'cleo'))
    await block(ann, await newPerson(server, 'dora'))
    await ann.client.friends.request({ body: { email: 'nobody@versions.example.com' } })
    const known = await shownTo(ann)
    assert.ok(known.length === 4 && known.every(({ version }) => version > 0))
    await prune(server.storage, server.clock.now() + 400 * DAY_MS, 90)
    assert.deepEqual(await shownTo({ client: await lastingClient(server, ann) }), known)
  })

  it('are the ETags of the answers to writes, and If-Match compares with them', async () => {
    const [ann, bob] = await pair()
    const send = async (who: Person, method: string, path: string, headers = {}, body?: object) => {
      const token = await server.issuer.token({ sub: who.id, name: who.id }, { now: server.clock.now() })
      return server.fetch(`/v1/friends${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
    }
    const versionOf = async (who: Person) => (await shownTo(who))[0]?.version
    const asked = await send(ann, 'POST', '/requests', {}, { friend_code: bob.friend_code })
    assert.equal(asked.headers.get('etag'), `"${await versionOf(ann)}"`)
    const { id } = (await asked.json()) as { id: string }
    const stale = { 'if-match': '"1"' }
    assert.equal((await send(ann, 'DELETE', `/requests/${id}`, stale)).status, 412)
    const accepted = await send(bob, 'POST', `/requests/${id}/accept`)
    assert.equal(accepted.headers.get('etag'), `"${await versionOf(bob)}"`)
    assert.equal((await send(ann, 'DELETE', `/requests/${id}`, stale)).status, 404, 'no longer a request')
    assert.equal((await send(ann, 'DELETE', `/${id}`, stale)).status, 412)
    const current = { 'if-match': `"${await versionOf(ann)}"` }
    assert.equal((await send(ann, 'DELETE', `/${id}`, current)).status, 200)
    for (let round = 0; round < 2; round++) {
      const blocked = await send(ann, 'POST', `/block/${bob.id}`)
      assert.equal(blocked.headers.get('etag'), `"${await versionOf(ann)}"`)
    }
    assert.equal((await send(ann, 'DELETE', `/block/${bob.id}`, stale)).status, 412)
    const known = { 'if-match': `"${await versionOf(ann)}"` }
    assert.equal((await send(ann, 'DELETE', `/block/${bob.id}`, known)).status, 200)
  })
})
