import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { befriend, block, newPerson, type Person, unblock } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import {
  ids,
  items,
  MISSING,
  one,
  type TodoWorld,
  titles,
  worldOf,
} from '../../../../test/support/todo-world.ts'

const DEADLINE = '2026-01-15T10:00:00Z'
const PUBLIC = { level: 'public' } as const

forEachStorage('shared todos', open => {
  let server: TestApp
  let ann: Person & TodoWorld
  let bob: Person & TodoWorld

  before(async () => {
    server = await startTestApp(await open())
    ann = await someone('ann')
    bob = await someone('bob')
    await befriend(ann, bob)
  })
  after(() => server.close())

  async function someone(name: string, claims: Record<string, unknown> = {}): Promise<Person & TodoWorld> {
    const person = await newPerson(server, name, claims)
    return { ...person, ...(await worldOf(person.id, person.client)) }
  }

  const get = async (viewer: TodoWorld, todo: Todo) =>
    one(await viewer.client.todos.get({ params: { todo_id: todo.id } }))
  const listed = async (viewer: TodoWorld, scope: 'mine' | 'shared' | 'all', more: object = {}) =>
    viewer.client.todos.list({ query: { scope, ...more } })

  it('is private by default', async () => {
    const todo = await ann.add('Private')
    await rejectsWith(get(bob, todo), 403)
    assert.ok(!ids(await listed(bob, 'all')).includes(todo.id))
  })

  it('shows the owner the settings and a friend the level', async () => {
    const todo = await ann.add('For friends', { visibility: { level: 'friends' } })
    const settings = { level: 'friends', allowed_user_ids: [], allowed_emails: [], allowed_domains: [] }
    assert.deepEqual([todo.visibility, todo.visibility_level, todo.is_shared], [settings, null, false])
    const [own] = (await listed(ann, 'mine')).filter(each => each.id === todo.id)
    assert.deepEqual(own, todo)
    const seen = await get(bob, todo)
    assert.deepEqual([seen.visibility, seen.visibility_level, seen.is_shared], [null, 'friends', true])
    assert.equal(seen.owner_id, ann.id)
    const [shared] = (await listed(bob, 'shared')).filter(each => each.id === todo.id)
    assert.deepEqual(shared, seen)
    assert.ok(!ids(await listed(bob, 'mine')).includes(todo.id))
  })

  it('keeps the settings of selected people through lists', async () => {
    const todo = await ann.add('For Bob', { visibility: { level: 'selected', allowed_user_ids: [bob.id] } })
    assert.deepEqual(todo.visibility?.allowed_user_ids, [bob.id])
    const [own] = (await listed(ann, 'all')).filter(each => each.id === todo.id)
    assert.deepEqual(own, todo)
    const private_ = await ann.patch(todo.id, { visibility: null })
    assert.equal(private_.visibility, null)
    await rejectsWith(get(bob, todo), 403)
    const eve = await someone('eve')
    const strangers = { level: 'selected', allowed_user_ids: [eve.id] } as const
    await rejectsWith(
      ann.add('x', { visibility: { ...strangers, allowed_user_ids: [eve.id] } }),
      400,
      /friend/,
    )
  })

  it('can be seen but not changed: 403 for others, 404 for missing ones', async () => {
    const todo = await ann.add('Hands off', { visibility: PUBLIC })
    const hidden = await ann.add('Hidden')
    for (const each of [todo, hidden]) {
      await rejectsWith(bob.patch(each.id, { title: 'Mine now' }), 403, /owner/)
      await rejectsWith(bob.remove(each.id), 403, /owner/)
    }
    await rejectsWith(bob.patch(MISSING, { title: 'x' }), 404)
    await rejectsWith(bob.remove(MISSING), 404)
    assert.equal((await ann.read(todo.id)).title, 'Hands off')
  })

  it('shows with a todo only the schedules that the viewer may see', async () => {
    const todo = await ann.add('With schedule', { deadline: DEADLINE, visibility: PUBLIC })
    assert.deepEqual((await get(bob, todo)).schedules, [])
    const schedule_id = todo.schedules[0]?.id ?? ''
    await ann.client.schedules.update({ params: { schedule_id }, body: { visibility: { level: 'friends' } } })
    const [schedule] = (await get(bob, todo)).schedules
    assert.equal(schedule?.id, schedule_id)
    assert.deepEqual(
      [schedule?.is_shared, schedule?.visibility_level, schedule?.visibility],
      [true, 'friends', null],
    )
    const [shared] = (await listed(bob, 'shared')).filter(each => each.id === todo.id)
    assert.deepEqual(ids(shared?.schedules ?? []), [schedule_id])
    const stranger = await someone('stranger')
    assert.deepEqual((await get(stranger, todo)).schedules, [])
    const own = await ann.read(todo.id)
    assert.equal(own.schedules[0]?.visibility?.level, 'friends')
  })

  it('includes the ancestors that the viewer may see, and no others', async () => {
    const tag = await ann.addTag('wanted')
    const top = await ann.add('top', { visibility: PUBLIC })
    const middle = await ann.add('middle', { parent_id: top.id })
    const leaf = await ann.add('leaf', { parent_id: middle.id, tag_ids: [tag.id], visibility: PUBLIC })
    await ann.add('secret leaf', { parent_id: middle.id, tag_ids: [tag.id] })
    const found = await listed(bob, 'shared', { tag_ids: [tag.id] })
    assert.deepEqual(
      found.map(each => [each.title, each.include_reason]),
      [
        ['leaf', 'MATCH'],
        ['top', 'ANCESTOR'],
      ],
    )
    assert.deepEqual(ids(found[0]?.tags ?? []), [tag.id])
    assert.equal(found[0]?.parent_id, leaf.parent_id)
    assert.equal((await listed(ann, 'mine', { tag_ids: [tag.id] })).length, 4)
    assert.deepEqual(await listed(bob, 'mine', { tag_ids: [tag.id] }), [])
    assert.deepEqual(await listed(ann, 'shared', { tag_ids: [tag.id] }), [])
  })

  it('shows the visible todos of a foreign group, and hides a group without any', async () => {
    const group = await ann.addGroup('Partly')
    const get = (scope: 'mine' | 'shared' | 'all', viewer: TodoWorld = bob) =>
      viewer.client.todos.get({ params: { todo_id: group.id }, query: { scope } })
    await ann.add('hidden', { tag_group_id: group.id })
    await rejectsWith(get('all'), 404, /^Todo not found\.$/)
    await ann.add('seen', { tag_group_id: group.id, visibility: { level: 'friends' } })
    assert.deepEqual(titles(items(await get('all'))), ['seen'])
    assert.deepEqual(titles(items(await get('shared'))), ['seen'])
    assert.deepEqual(items(await get('mine')), [])
    assert.deepEqual(titles(items(await get('all', ann))).sort(), ['hidden', 'seen'])
    assert.deepEqual(items(await get('shared', ann)), [])
    await rejectsWith(get('all', await someone('nobody')), 404)
  })

  it('ends with a block, in both directions', async () => {
    const cy = await someone('cy')
    const [theirs, own] = [
      await cy.add('Open', { visibility: PUBLIC }),
      await ann.add('Open', { visibility: PUBLIC }),
    ]
    await get(ann, theirs)
    await block(ann, cy)
    await rejectsWith(get(ann, theirs), 403)
    await rejectsWith(get(cy, own), 403)
    assert.ok(!ids(await listed(cy, 'all')).includes(own.id))
    await unblock(ann, cy)
    await get(cy, own)
  })

  it('can be shared with verified email addresses and domains', async () => {
    const dee = await someone('dee', { email: 'dee@Corp.com' })
    const visibility = { level: 'allowed_emails', allowed_domains: ['corp.com'] } as const
    const todo = await ann.add('For the firm', {
      visibility: { ...visibility, allowed_domains: ['corp.com'] },
    })
    await get(dee, todo)
    assert.ok(ids(await listed(dee, 'shared')).includes(todo.id))
    await rejectsWith(get(bob, todo), 403)
  })

  it('leaves no setting behind after deletion', async () => {
    const todo = await ann.add('Gone', { deadline: DEADLINE, visibility: PUBLIC })
    const schedule_id = todo.schedules[0]?.id ?? ''
    await ann.client.schedules.update({ params: { schedule_id }, body: { visibility: PUBLIC } })
    await ann.remove(todo.id)
    const { rows } = await server.storage.read(async db => ({
      rows: await db.sql
        .selectFrom('visibility')
        .select('id')
        .where('resource_id', 'in', [todo.id, schedule_id])
        .execute(),
    }))
    assert.deepEqual(rows, [])
  })
})
