import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

interface Todo extends Item {
  status: string
  include_reason: string
  schedules: Fields[]
}

describe('todos', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'todos-person')
  })
  after(() => target.stop())
  beforeEach(async () => {
    group = await me.group()
  })

  const add = (fields: object = {}) =>
    me.add<Todo>('/v1/todos', { title: 'T', tag_group_id: group, ...fields })
  const list = async (query: string) => (await me.send<Todo[]>(`/v1/todos?${query}`)).body
  const titles = (todos: Todo[]) => todos.map(each => each.title)

  it('POST /v1/todos returns 201 with the Todo and all its fields', async () => {
    const { status, body } = await me.send<Todo>('/v1/todos', 'POST', { title: 'New', tag_group_id: group })
    assert.equal(status, 201)
    const { id, created_at, owner_id, version, ...rest } = body
    assert.ok(Number.isSafeInteger(version))
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.match(String(created_at), /Z$/)
    assert.equal(owner_id, me.id)
    assert.deepEqual(rest, {
      title: 'New',
      description: null,
      deadline: null,
      deadline_date: null,
      tag_group_id: group,
      parent_id: null,
      status: 'UNSCHEDULED',
      estimate_minutes: null,
      priority: 0,
      position: null,
      completed_at: null,
      recurrence_rule: null,
      timezone: 'UTC',
      repeat_from: 'deadline',
      series_id: null,
      reminders: [],
      tags: [],
      schedules: [],
      include_reason: 'MATCH',
      visibility_level: null,
      visibility: null,
      is_shared: false,
    })
  })

  it('every field of the create body is accepted', async () => {
    const [tag, parent] = [await me.tag(group, 'tag'), await add()]
    const todo = await add({
      title: 'All',
      description: 'D',
      tag_ids: [tag],
      deadline: '2030-01-15T10:00:00+09:00',
      parent_id: parent.id,
      status: 'DONE',
      visibility: { level: 'public' },
    })
    assert.equal(todo['description'], 'D')
    assert.deepEqual(
      (todo['tags'] as Item[]).map(each => each.id),
      [tag],
    )
    assert.equal(todo['deadline'], '2030-01-15T01:00:00Z')
    assert.equal(todo['parent_id'], parent.id)
    assert.equal(todo.status, 'DONE')
    assert.equal((todo['visibility'] as Fields)['level'], 'public')
  })

  it('tag_group_id is required; omitting it is 422, as is omitting the title', async () => {
    assert.equal((await me.send('/v1/todos', 'POST', { title: 'T' })).status, 422)
    assert.equal((await me.send('/v1/todos', 'POST', { tag_group_id: group })).status, 422)
  })

  it('status is one of UNSCHEDULED, SCHEDULED, DONE, CANCELLED', async () => {
    for (const status of ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED'])
      assert.equal((await add({ status })).status, status)
    const wrong = await me.send('/v1/todos', 'POST', { title: 'T', tag_group_id: group, status: 'LATER' })
    assert.equal(wrong.status, 422)
  })

  it('GET returns one todo, PATCH changes any of its fields, DELETE removes it', async () => {
    const { id } = await add()
    const path = `/v1/todos/${id}`
    assert.equal((await me.send(path)).body.id, id)
    const other = await me.group()
    const tag = await me.tag(other, 'tag')
    const change = { title: 'N', description: 'D', tag_group_id: other, status: 'CANCELLED' }
    const patched = await me.send(path, 'PATCH', { ...change, tag_ids: [tag] })
    assert.equal(patched.status, 200)
    assert.deepEqual({ ...patched.body, ...change }, patched.body)
    assert.equal((patched.body['tags'] as Item[])[0]?.id, tag)
    assert.deepEqual((await me.send(path, 'PATCH', {})).body, patched.body)
    const removed = await me.send<Fields>(path, 'DELETE')
    assert.deepEqual([removed.status, removed.body], [200, { ok: true }])
    for (const method of ['GET', 'DELETE']) assert.equal((await me.send(path, method)).status, 404)
    assert.equal((await me.send(path, 'PATCH', {})).status, 404)
  })

  it('group_ids returns the todos of any of the groups', async () => {
    const other = await me.group()
    const [a, b] = [await add(), await add({ tag_group_id: other })]
    await add({ tag_group_id: await me.group() })
    assert.deepEqual(
      (await list(`group_ids=${group}`)).map(each => each.id),
      [a.id],
    )
    assert.deepEqual(
      (await list(`group_ids=${group}&group_ids=${other}`)).map(each => each.id).sort(),
      [a.id, b.id].sort(),
    )
  })

  it('tag_ids returns todos with all of the tags, and every ancestor of each as ANCESTOR', async () => {
    const [x, y] = [await me.tag(group, 'x'), await me.tag(group, 'y')]
    const root = await add({ title: 'root' })
    const middle = await add({ title: 'middle', parent_id: root.id, tag_ids: [x] })
    await add({ title: 'leaf', parent_id: middle.id, tag_ids: [x, y] })
    await add({ title: 'beside', parent_id: root.id, tag_ids: [y] })
    const both = await list(`tag_ids=${x}&tag_ids=${y}`)
    assert.deepEqual(Object.fromEntries(both.map(each => [each.title, each.include_reason])), {
      root: 'ANCESTOR',
      middle: 'ANCESTOR',
      leaf: 'MATCH',
    })
    const one = await list(`tag_ids=${x}`)
    assert.equal(one.find(each => each.title === 'middle')?.include_reason, 'MATCH')
  })

  it('without tag_ids every todo has MATCH', async () => {
    const parent = await add()
    await add({ parent_id: parent.id })
    for (const todo of await list(`group_ids=${group}`)) assert.equal(todo.include_reason, 'MATCH')
  })

  it('the order is status, then deadline with none last, then newest first', async () => {
    for (const [title, status, deadline] of [
      ['cancelled', 'CANCELLED', '2029-01-01T00:00:00Z'],
      ['done', 'DONE', null],
      ['scheduled', 'SCHEDULED', null],
      ['older', 'UNSCHEDULED', null],
      ['newer', 'UNSCHEDULED', null],
      ['late', 'UNSCHEDULED', '2031-01-01T00:00:00Z'],
      ['early', 'UNSCHEDULED', '2030-01-01T00:00:00Z'],
    ]) {
      await add({ title, status, deadline })
    }
    assert.deepEqual(titles(await list(`group_ids=${group}`)), [
      'early',
      'late',
      'newer',
      'older',
      'scheduled',
      'done',
      'cancelled',
    ])
  })

  it('GET /v1/todos/{group_id} returns an object with items, under /api/v1 too', async () => {
    const todo = await add()
    for (const path of [`/api/v1/todos/${group}?scope=all`, `/v1/todos/${group}`]) {
      const { status, body } = await me.send<{ items: Todo[] }>(path)
      assert.equal(status, 200)
      assert.deepEqual(
        body.items.map(each => each.id),
        [todo.id],
      )
    }
  })

  it('stats have total_count and by_tag, for one group or for all', async () => {
    const [x, y] = [await me.tag(group, 'x'), await me.tag(group, 'y')]
    await add({ tag_ids: [x, y] })
    await add({ tag_ids: [y], status: 'DONE' })
    await add()
    const { status, body } = await me.send<Fields>(`/v1/todos/stats?group_id=${group}`)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      group_id: group,
      total_count: 3,
      by_tag: [
        { tag_id: y, tag_name: 'y', count: 2 },
        { tag_id: x, tag_name: 'x', count: 1 },
      ],
    })
    const all = await me.send<{ total_count: number }>('/v1/todos/stats')
    assert.ok(all.body.total_count >= 3)
    assert.equal((await me.send(`/v1/todos/stats?group_id=${MISSING}`)).status, 404)
  })

  it("another person's or an unknown group or tag is 400 with the same message", async () => {
    const other = await newPerson(target, 'todos-other')
    const foreign = await other.group()
    const tag = await other.tag(foreign, 'foreign')
    const details = new Set<unknown>()
    for (const fields of [{ tag_group_id: foreign }, { tag_group_id: MISSING }]) {
      const answer = await me.send('/v1/todos', 'POST', { title: 'T', ...fields })
      assert.equal(answer.status, 400)
      details.add(answer.body['detail'])
    }
    assert.equal(details.size, 1)
    for (const id of [tag, MISSING]) {
      const body = { title: 'T', tag_group_id: group, tag_ids: [id] }
      assert.equal((await me.send('/v1/todos', 'POST', body)).status, 400)
    }
  })
})
