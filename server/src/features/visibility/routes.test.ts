import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { kindsOf, type SettingsBody, todoKind } from '../../../test/support/kinds.ts'
import { befriend, block, newPerson, type Person, unblock } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const EMPTY = { allowed_user_ids: [], allowed_emails: [], allowed_domains: [] }

forEachStorage('visibility settings', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let ann: Person
  let bob: Person
  let friendshipId: string

  before(async () => {
    server = await startTestApp(await open())
    ann = await newPerson(server, 'ann')
    bob = await newPerson(server, 'bob')
    friendshipId = await befriend(ann, bob)
  })
  after(() => server.close())

  const of = (type: 'todo' | 'schedule' | 'timer' | 'meeting', id: string) => ({
    params: { resource_type: type, resource_id: id },
  })
  const put = (id: string, body: SettingsBody) => ann.client.visibility.put({ ...of('todo', id), body })
  const newTodo = async (visibility?: SettingsBody | null) =>
    (await todoKind.create(ann, 'a todo', visibility)).id

  for (const kind of kindsOf(() => server)) {
    it(`${kind.type}: private by default, set, read, replaced and removed`, async () => {
      const { id, visibility } = await kind.create(ann, 'mine')
      assert.equal(visibility, null)
      await rejectsWith(ann.client.visibility.get(of(kind.type, id)), 404)
      const body: SettingsBody = { level: 'selected', allowed_user_ids: [bob.id] }
      const set = await ann.client.visibility.put({ ...of(kind.type, id), body })
      assert.deepEqual(
        { ...set, id: '', created_at: '', updated_at: '' },
        {
          ...EMPTY,
          ...body,
          id: '',
          resource_type: kind.type,
          resource_id: id,
          owner_id: ann.id,
          created_at: '',
          updated_at: '',
          version: (await kind.get(ann.client, id)).version,
        },
      )
      assert.deepEqual(await ann.client.visibility.get(of(kind.type, id)), set)
      assert.deepEqual((await kind.get(ann.client, id)).visibility, { ...EMPTY, ...body })
      assert.equal((await kind.get(bob.client, id)).visibility_level, 'selected')
      server.clock.advance(1000)
      const replaced = await ann.client.visibility.put({ ...of(kind.type, id), body: { level: 'friends' } })
      assert.equal(replaced.id, set.id)
      assert.equal(replaced.created_at, set.created_at)
      assert.notEqual(replaced.updated_at, set.updated_at)
      assert.deepEqual(await ann.client.visibility.remove(of(kind.type, id)), { ok: true })
      await rejectsWith(ann.client.visibility.get(of(kind.type, id)), 404)
      await rejectsWith(ann.client.visibility.remove(of(kind.type, id)), 404)
      await rejectsWith(kind.get(bob.client, id), 403)
    })

    it(`${kind.type}: in create and update bodies; null makes private, absent keeps`, async () => {
      const { id, visibility } = await kind.create(ann, 'shared', { level: 'public' })
      assert.deepEqual(visibility, { ...EMPTY, level: 'public' })
      const renamed = await kind.rename(ann.client, id, 'renamed')
      assert.deepEqual(renamed.visibility, visibility)
      const hidden = await kind.share(ann.client, id, null)
      assert.equal(hidden.visibility, null)
      await rejectsWith(ann.client.visibility.get(of(kind.type, id)), 404)
      await kind.share(ann.client, id, { level: 'public' })
      assert.equal((await kind.share(ann.client, id, { level: 'private' })).visibility, null)
      await rejectsWith(ann.client.visibility.get(of(kind.type, id)), 404)
      const stranger = { level: 'selected' as const, allowed_user_ids: ['nobody'] }
      await rejectsWith(kind.create(ann, 'x', stranger), 400)
      await rejectsWith(kind.share(ann.client, id, stranger), 400)
      assert.equal((await kind.create(ann, 'none', null)).visibility, null)
    })

    it(`${kind.type}: nothing is left after the item is deleted`, async () => {
      const { id } = await kind.create(ann, 'short-lived', { level: 'public' })
      await kind.remove(ann.client, id)
      await rejectsWith(ann.client.visibility.get(of(kind.type, id)), 404)
      const left = await server.storage.read(db =>
        db.sql.selectFrom('visibility').selectAll().where('resource_id', '=', id).execute(),
      )
      assert.deepEqual(left, [])
    })
  }

  itOnce('answers a PUT of private with private, after removing the setting', async () => {
    const id = await newTodo({ level: 'public' })
    const answer = await put(id, { level: 'private', allowed_emails: ['a@example.org'] })
    assert.equal(answer.level, 'private')
    assert.deepEqual(answer.allowed_emails, [])
    await rejectsWith(ann.client.visibility.get(of('todo', id)), 404)
    assert.equal((await put(id, { level: 'private' })).level, 'private')
  })

  itOnce('accepts levels, addresses and domains in any case and deduplicates', async () => {
    const id = await newTodo()
    const level = 'Allowed_Emails' as 'allowed_emails'
    const set = await put(id, {
      level,
      allowed_emails: ['B@Example.org', ' b@example.org', 'a@example.org'],
      allowed_domains: ['Corp.COM', 'corp.com'],
    })
    assert.equal(set.level, 'allowed_emails')
    assert.deepEqual(set.allowed_emails, ['a@example.org', 'b@example.org'])
    assert.deepEqual(set.allowed_domains, ['corp.com'])
    assert.deepEqual(await ann.client.visibility.get(of('todo', id)), set)
  })

  itOnce('drops lists of another level before anything is checked', async () => {
    const id = await newTodo()
    const set = await put(id, {
      level: 'friends',
      allowed_user_ids: ['a stranger'],
      allowed_domains: ['corp.com'],
    })
    assert.deepEqual(set.allowed_user_ids, [])
    assert.deepEqual(set.allowed_domains, [])
    const nulls = await put(id, { level: 'selected', allowed_user_ids: null, allowed_emails: null })
    assert.deepEqual(nulls.allowed_user_ids, [])
  })

  it('requires friends in allowed_user_ids, with the same answer for strangers and unknown users', async () => {
    const id = await newTodo({ level: 'public' })
    const eve = await newPerson(server, 'eve')
    for (const stranger of [eve.id, 'nobody', ann.id]) {
      const body: SettingsBody = { level: 'selected', allowed_user_ids: [bob.id, stranger] }
      await rejectsWith(put(id, body), 400, /^Everyone in allowed_user_ids must be a friend of yours\.$/)
    }
    assert.equal((await ann.client.visibility.get(of('todo', id))).level, 'public')
  })

  itOnce('rejects invalid addresses, domains and levels by name', async () => {
    const id = await newTodo()
    const bad: [SettingsBody, RegExp][] = [
      [{ level: 'allowed_emails', allowed_domains: ['@corp.com'] }, /domain/],
      [{ level: 'allowed_emails', allowed_domains: ['corp com'] }, /domain/],
      [{ level: 'allowed_emails', allowed_domains: ['*.corp.com'] }, /domain/],
      [{ level: 'allowed_emails', allowed_domains: ['-corp.com'] }, /domain/],
      [{ level: 'allowed_emails', allowed_domains: ['corp.com.'] }, /domain/],
      [{ level: 'allowed_emails', allowed_domains: ['corp'] }, /domain/],
      [{ level: 'allowed_emails', allowed_domains: [''] }, /domain/],
      [{ level: 'allowed_emails', allowed_emails: ['corp.com'] }, /email/],
      [{ level: 'allowed_emails', allowed_emails: ['a@@corp.com'] }, /email/],
      [{ level: 'everyone' as 'public' }, /level/],
      [{} as SettingsBody, /level/],
    ]
    for (const [body, message] of bad) await rejectsWith(put(id, body), 422, message)
    const many = Array.from({ length: 501 }, (_, i) => `n${i}@example.org`)
    await rejectsWith(put(id, { level: 'allowed_emails', allowed_emails: many }), 422, /500/)
    const folded = [...many.slice(0, 500), 'N0@example.org']
    assert.equal(
      (await put(id, { level: 'allowed_emails', allowed_emails: folded })).allowed_emails.length,
      500,
    )
  })

  itOnce('drops the lists of another level before anything in them is checked', async () => {
    const id = await newTodo()
    const useless: SettingsBody = {
      level: 'public',
      allowed_user_ids: Array.from({ length: 501 }, (_, i) => `stranger-${i}`),
      allowed_emails: ['no address'],
      allowed_domains: ['@corp.com'],
    }
    const { level, allowed_user_ids, allowed_emails, allowed_domains } = await put(id, useless)
    assert.deepEqual([level, allowed_user_ids, allowed_emails, allowed_domains], ['public', [], [], []])
    await rejectsWith(put(id, { ...useless, level: 'selected' }), 422, /500/)
    await rejectsWith(put(id, { ...useless, level: 'ALLOWED_EMAILS' as 'public' }), 422, /email/)
  })

  itOnce('knows four kinds of items, and answers 404 for a missing one', async () => {
    const params = { resource_type: 'tag' as 'todo', resource_id: MISSING }
    await rejectsWith(ann.client.visibility.get({ params }), 422)
    await rejectsWith(ann.client.visibility.get(of('todo', 'x')), 422)
    for (const type of ['todo', 'schedule', 'timer', 'meeting'] as const) {
      await rejectsWith(ann.client.visibility.get(of(type, MISSING)), 404, /not found/)
      await rejectsWith(ann.client.visibility.put({ ...of(type, MISSING), body: { level: 'public' } }), 404)
      await rejectsWith(ann.client.visibility.remove(of(type, MISSING)), 404)
    }
  })

  it('removes a former friend from both lists, and a new friendship does not restore that', async () => {
    const annsTodo = await newTodo({ level: 'selected', allowed_user_ids: [bob.id] })
    const { id: bobsTodo } = await todoKind.create(bob, 'of bob', {
      level: 'selected',
      allowed_user_ids: [ann.id],
    })
    const lists = async () => [
      (await ann.client.visibility.get(of('todo', annsTodo))).allowed_user_ids,
      (await bob.client.visibility.get(of('todo', bobsTodo))).allowed_user_ids,
    ]
    assert.deepEqual(await lists(), [[bob.id], [ann.id]])
    await ann.client.friends.remove({ params: { friendship_id: friendshipId } })
    assert.deepEqual(await lists(), [[], []])
    await rejectsWith(todoKind.get(bob.client, annsTodo), 403)
    friendshipId = await befriend(ann, bob)
    assert.deepEqual(await lists(), [[], []])
    await put(annsTodo, { level: 'selected', allowed_user_ids: [bob.id] })
    await todoKind.get(bob.client, annsTodo)
    await block(bob, ann)
    await unblock(bob, ann)
    assert.deepEqual(await lists(), [[], []])
    await rejectsWith(todoKind.get(bob.client, annsTodo), 403)
    friendshipId = await befriend(ann, bob)
  })

  it('carry the version of the item as ETag, with which If-Match compares', async () => {
    const token = await server.issuer.token({ sub: ann.id, name: ann.id }, { now: server.clock.now() })
    const send = async (type: string, id: string, body?: SettingsBody, headers = {}) => {
      const response = await server.fetch(`/v1/visibility/${type}/${id}`, {
        method: body ? 'PUT' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, tag: response.headers.get('etag') }
    }
    for (const kind of kindsOf(() => server)) {
      const { id } = await kind.create(ann, 'shared')
      const current = async () => `"${(await kind.get(ann.client, id)).version}"`
      const before = await current()
      assert.deepEqual(await send(kind.type, id, { level: 'private' }), { status: 200, tag: before })
      const key = { 'idempotency-key': `share ${id}` }
      const put = await send(kind.type, id, { level: 'friends' }, key)
      assert.deepEqual(put, { status: 200, tag: await current() })
      assert.notEqual(put.tag, before)
      assert.deepEqual(await send(kind.type, id, { level: 'friends' }, key), put)
      assert.deepEqual(await send(kind.type, id), put)
      assert.equal((await send(kind.type, id, undefined, { 'if-none-match': put.tag ?? '' })).status, 304)
      assert.equal((await send(kind.type, id, { level: 'public' }, { 'if-match': before })).status, 412)
      const next = await send(kind.type, id, { level: 'public' }, { 'if-match': put.tag ?? '' })
      assert.deepEqual(next, { status: 200, tag: await current() })
    }
  })

  it('follows the current verified address', async () => {
    const id = await newTodo({ level: 'allowed_emails', allowed_domains: ['corp.com'] })
    const eve = await newPerson(server, 'eve', { email: 'eve@corp.com', email_verified: false })
    await rejectsWith(todoKind.get(eve.client, id), 403)
    server.clock.advance(1000)
    const verified = await server.as(eve.id, { email: 'Eve@Corp.com', email_verified: true })
    assert.equal((await todoKind.get(verified, id)).visibility_level, 'allowed_emails')
    const listed = await todoKind.list(eve.client, 'shared')
    assert.ok(
      listed.some(todo => todo.id === id),
      'even with the older token',
    )
    server.clock.advance(1000)
    const moved = await server.as(eve.id, { email: 'eve@elsewhere.org', email_verified: true })
    await rejectsWith(todoKind.get(moved, id), 403)
    await rejectsWith(todoKind.get(verified, id), 403)
  })
})
