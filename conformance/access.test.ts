import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Device } from './device.ts'
import { befriend, type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const TIMES = { start_time: '2030-01-01T09:00:00Z', end_time: '2030-01-01T10:00:00Z' }
const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const RANGE = 'start_date=2030-01-01&end_date=2030-01-02'

describe('access to shared resources', () => {
  let target: Target
  let people = 0
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())

  const person = (claims?: Record<string, unknown>) => newPerson(target, `access-${people++}`, claims)
  const withEmail = (email: string, email_verified = true) => person({ email, email_verified })
  const share = async (owner: Person, visibility?: object): Promise<string> => {
    const { id } = await owner.add('/v1/schedules', { title: 'Shared', ...TIMES, visibility })
    return `/v1/schedules/${id}`
  }
  const status = async (viewer: Person, path: string, method = 'GET', body?: object) =>
    (await viewer.send(path, method, body)).status

  it('owners always have access; the default level is private', async () => {
    const [ann, bob] = [await person(), await person()]
    await befriend(ann, bob)
    const path = await share(ann)
    assert.deepEqual([await status(ann, path), await status(bob, path)], [200, 403])
  })

  it('private denies, public allows everyone', async () => {
    const [ann, bob] = [await person(), await person()]
    assert.equal(await status(bob, await share(ann, { level: 'private' })), 403)
    assert.equal(await status(bob, await share(ann, { level: 'public' })), 200)
    assert.equal(await status(bob, await share(ann, { level: 'PUBLIC' })), 200)
  })

  it('friends allows friends, until the friendship ends', async () => {
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const friendship = await befriend(ann, bob)
    const path = await share(ann, { level: 'friends' })
    assert.deepEqual([await status(bob, path), await status(eve, path)], [200, 403])
    assert.equal(await status(bob, `/v1/friends/${friendship}`, 'DELETE'), 200)
    assert.equal(await status(bob, path), 403)
    await befriend(ann, bob)
    assert.equal(await status(bob, path), 200, 'friends are friends again')
  })

  it('selected allows the named friends; ending the friendship removes them from the list', async () => {
    const [ann, bob, cid] = [await person(), await person(), await person()]
    const friendship = await befriend(ann, bob)
    await befriend(ann, cid)
    const path = await share(ann, { level: 'selected', allowed_user_ids: [bob.id] })
    assert.deepEqual([await status(bob, path), await status(cid, path)], [200, 403])
    const nobody = await share(ann, { level: 'selected', allowed_user_ids: [] })
    assert.equal(await status(bob, nobody), 403)
    await ann.send(`/v1/friends/${friendship}`, 'DELETE')
    assert.equal(await status(bob, path), 403)
    await befriend(ann, bob)
    assert.equal(await status(bob, path), 403, 'a new friendship does not restore it')
  })

  it('a person in allowed_user_ids who is not a friend is 400', async () => {
    const [ann, eve] = [await person(), await person()]
    const visibility = { level: 'selected', allowed_user_ids: [eve.id] }
    const create = await ann.send('/v1/schedules', 'POST', { title: 'S', ...TIMES, visibility })
    assert.equal(create.status, 400)
    assert.equal(await status(ann, await share(ann), 'PATCH', { visibility }), 400)
    const unknown = { level: 'selected', allowed_user_ids: ['nobody'] }
    assert.equal(await status(ann, await share(ann), 'PATCH', { visibility: unknown }), 400)
  })

  it('allowed_emails allows equal addresses and equal domains; a subdomain is another domain', async () => {
    const ann = await person()
    const visibility = {
      level: 'allowed_emails',
      allowed_emails: ['Bob@Mail.example'],
      allowed_domains: ['corp.example'],
    }
    const path = await share(ann, visibility)
    const seen = async (email: string, verified = true) => status(await withEmail(email, verified), path)
    assert.equal(await seen('bob@mail.example'), 200)
    assert.equal(await seen('amy@mail.example'), 403)
    assert.equal(await seen('amy@CORP.example'), 200)
    assert.equal(await seen('amy@sub.corp.example'), 403)
    assert.equal(await seen('amy@notcorp.example'), 403)
    assert.equal(await seen('eve@corp.example', false), 403, 'an unverified address')
    assert.equal(await status(await person(), path), 403)
  })

  it('allowed_emails with both lists empty allows nobody', async () => {
    const ann = await person()
    const path = await share(ann, { level: 'allowed_emails', allowed_emails: [], allowed_domains: [] })
    assert.equal(await status(await withEmail('a@b.example'), path), 403)
    assert.equal(await status(ann, path), 200)
  })

  it('a block denies access in both directions, even to public items, and ends the friendship', async () => {
    const [ann, bob] = [await person(), await person()]
    await befriend(ann, bob)
    const [hers, his] = [await share(ann, { level: 'public' }), await share(bob, { level: 'public' })]
    assert.equal(await status(ann, `/v1/friends/block/${encodeURIComponent(bob.id)}`, 'POST'), 200)
    assert.deepEqual([await status(bob, hers), await status(ann, his)], [403, 403])
    const shared = async (viewer: Person) =>
      (await viewer.send<Item[]>(`/v1/schedules?${RANGE}&scope=shared`)).body.map(each => each['owner_id'])
    assert.equal((await shared(ann)).includes(bob.id), false)
    assert.equal((await shared(bob)).includes(ann.id), false)
    const check = await ann.send<boolean>(`/v1/friends/check/${encodeURIComponent(bob.id)}`)
    assert.equal(check.body, false)
    assert.equal(await status(ann, `/v1/friends/block/${encodeURIComponent(bob.id)}`, 'DELETE'), 200)
    assert.equal(await status(bob, hers), 200)
  })

  it('only the owner may change, delete or share an item', async () => {
    const [ann, bob] = [await person(), await person()]
    const path = await share(ann, { level: 'public' })
    assert.equal(await status(bob, path, 'PATCH', { title: 'Mine now' }), 403)
    assert.equal(await status(bob, path, 'PATCH', { visibility: { level: 'private' } }), 403)
    assert.equal(await status(bob, path, 'DELETE'), 403)
    assert.equal((await bob.send(path)).body.title, 'Shared')
    assert.equal(await status(ann, path, 'PATCH', { visibility: { level: 'private' } }), 200)
    assert.equal(await status(bob, path), 403)
    assert.equal(await status(bob, `/v1/schedules/${MISSING}`), 404, 'missing is not forbidden')
  })

  it('reads have owner_id, visibility_level and is_shared', async () => {
    const [ann, bob] = [await person(), await person()]
    const path = await share(ann, { level: 'public' })
    const fields = async (viewer: Person) => {
      const { body } = await viewer.send(path)
      return [body['owner_id'], body['visibility_level'], body['is_shared']]
    }
    assert.deepEqual(await fields(ann), [ann.id, null, false])
    assert.deepEqual(await fields(bob), [ann.id, 'public', true])
  })

  it('scope of todos, schedules and timers: mine by default, shared for items of others, all for both', async () => {
    const [ann, bob] = [await person(), await person()]
    await befriend(ann, bob)
    for (const owner of [ann, bob]) {
      const visibility = { level: 'friends' }
      await share(owner, visibility)
      await owner.add('/v1/todos', { title: 'T', tag_group_id: await owner.group(), visibility })
      const device = await new Device(target, { token: owner.token }).greeted()
      await device.start({ visibility })
      await device.close()
    }
    for (const path of [`/v1/schedules?${RANGE}`, '/v1/todos?', '/v1/timers?']) {
      const owners = async (scope: string) => {
        const all = (await bob.send<Item[]>(path + scope)).body.map(each => each['owner_id'])
        return [ann, bob].filter(each => all.includes(each.id))
      }
      assert.deepEqual(await owners(''), [bob], path)
      assert.deepEqual(await owners('&scope=mine'), [bob], path)
      assert.deepEqual(await owners('&scope=shared'), [ann], path)
      assert.deepEqual(await owners('&scope=all'), [ann, bob], path)
    }
    for (const path of ['/v1/todos?', `/v1/schedules?${RANGE}&`])
      assert.equal((await bob.send(`${path}scope=everything`)).status, 422)
  })

  it('a shared timer includes its schedule and todo, even private ones', async () => {
    const [ann, bob] = [await person(), await person()]
    const body = { title: 'Inside', tag_group_id: await ann.group(), deadline: TIMES.start_time }
    const todo = await ann.add('/v1/todos', body)
    const device = await new Device(target, { token: ann.token }).greeted()
    const { id } = await device.start({ todo_id: todo.id, visibility: { level: 'public' } })
    await device.close()
    const { body: seen } = await bob.send<{ todo?: Item; schedule?: Item }>(`/v1/timers/${id}`)
    assert.deepEqual([seen.todo?.title, seen.schedule?.title], ['Inside', 'Inside'])
    assert.equal(await status(bob, `/v1/todos/${todo.id}`), 403)
  })

  it('a shared schedule includes its todo', async () => {
    const [ann, bob] = [await person(), await person()]
    const body = { title: 'Source', tag_group_id: await ann.group(), deadline: TIMES.start_time }
    const todo = await ann.add<{ schedules: Item[] }>('/v1/todos', body)
    const path = `/v1/schedules/${todo.schedules[0]?.id}`
    await ann.send(path, 'PATCH', { visibility: { level: 'public' } })
    const { body: seen } = await bob.send<{ source_todo?: Item }>(path)
    assert.equal(seen.source_todo?.title, 'Source')
  })
})
