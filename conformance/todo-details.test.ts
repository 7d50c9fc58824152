import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Device } from './device.ts'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Todo extends Item {
  estimate_minutes: number | null
  priority: number
  position: string | null
  completed_at: string | null
}

describe('details of todos', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'details-person')
  })
  after(() => target.stop())
  beforeEach(async () => {
    group = await me.group()
  })

  const add = (fields: object = {}) =>
    me.add<Todo>('/v1/todos', { title: 'T', tag_group_id: group, ...fields })
  const create = (fields: object) =>
    me.send<Todo>('/v1/todos', 'POST', { title: 'T', tag_group_id: group, ...fields })
  const patch = async (id: string, change: object) =>
    (await me.send<Todo>(`/v1/todos/${id}`, 'PATCH', change)).body
  const list = async (query: string) =>
    (await me.send<Todo[]>(`/v1/todos?group_ids=${group}&${query}`)).body.map(each => each.title)

  it('estimate_minutes is 1 to 100,000 or null', async () => {
    assert.equal((await add()).estimate_minutes, null)
    for (const estimate_minutes of [1, 100_000, null])
      assert.equal((await add({ estimate_minutes })).estimate_minutes, estimate_minutes)
    for (const estimate_minutes of [0, 100_001, -5, 2.5, '30'])
      assert.equal((await create({ estimate_minutes })).status, 422, String(estimate_minutes))
    const { id } = await add({ estimate_minutes: 30 })
    assert.equal((await patch(id, { estimate_minutes: null })).estimate_minutes, null)
  })

  it('priority is 0 to 3, by default 0', async () => {
    assert.equal((await add()).priority, 0)
    assert.equal((await add({ priority: null })).priority, 0)
    for (const priority of [0, 1, 2, 3]) assert.equal((await add({ priority })).priority, priority)
    for (const priority of [-1, 4, 1.5, 'high']) assert.equal((await create({ priority })).status, 422)
    assert.equal((await patch((await add()).id, { priority: 2 })).priority, 2)
  })

  it('the client chooses position, and order=position sorts by it', async () => {
    for (const [title, position] of [
      ['c', 'a1'],
      ['a', 'Zz'],
      ['none', null],
      ['b', 'a0V'],
    ])
      assert.equal((await add({ title, position })).position, position)
    assert.deepEqual(await list('order=position'), ['a', 'b', 'c', 'none'])
    assert.equal((await me.send('/v1/todos?order=sideways')).status, 422)
    for (const position of ['', 'a b', 'a'.repeat(256)])
      assert.equal((await create({ position })).status, 422)
  })

  it('positions do not affect the default order', async () => {
    await add({ title: 'late', position: 'a0', deadline: '2031-01-01T00:00:00Z' })
    await add({ title: 'early', position: 'a1', deadline: '2030-01-01T00:00:00Z' })
    assert.deepEqual(await list(''), ['early', 'late'])
    assert.deepEqual(await list('order=default'), ['early', 'late'])
    assert.deepEqual(await list('order=position'), ['late', 'early'])
  })

  it('completed_at is set when the status becomes DONE and cleared by reopening', async () => {
    const { id, completed_at } = await add()
    assert.equal(completed_at, null)
    const done = await patch(id, { status: 'DONE' })
    assert.match(String(done.completed_at), /^\d{4}-.*Z$/)
    assert.equal((await patch(id, { title: 'N' })).completed_at, done.completed_at)
    assert.equal((await patch(id, { status: 'SCHEDULED' })).completed_at, null)
    assert.notEqual((await add({ status: 'DONE' })).completed_at, null)
  })

  it('include_totals adds measured and estimated time of the todo and its subtree, and no ETag', async () => {
    const root = await add({ title: 'root', estimate_minutes: 20 })
    const child = await add({ title: 'child', parent_id: root.id, estimate_minutes: 25 })
    const device = await new Device(target, { token: me.token }).greeted()
    const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
    const timer = await device.start({ todo_id: child.id, at: at(100) })
    await device.ask('timer.stop', { timer_id: timer.id, at: at(40) })
    const dropped = await device.start({ todo_id: child.id, at: at(100) })
    await device.ask('timer.cancel', { timer_id: dropped.id, at: at(40) })
    await device.close()
    const { body, headers } = await me.send<Todo[]>(`/v1/todos?group_ids=${group}&include_totals=true`)
    assert.equal(headers.get('etag'), null)
    const totals = body.map(each => [
      each.title,
      each['measured_seconds'],
      each['subtree_measured_seconds'],
      each['subtree_estimate_minutes'],
    ])
    assert.deepEqual(totals.sort(), [
      ['child', 60, 60, 25],
      ['root', 0, 60, 45],
    ])
    const one = await me.send<Todo>(`/v1/todos/${root.id}?include_totals=true`)
    assert.equal(one.body['subtree_measured_seconds'], 60)
    assert.equal(one.headers.get('etag'), null)
    assert.ok(!('measured_seconds' in (await me.send(`/v1/todos/${root.id}`)).body))
  })

  it("totals are null for other people's todos", async () => {
    const other = await newPerson(target, 'details-other')
    const { id } = await add({ visibility: { level: 'public' }, estimate_minutes: 5 })
    const seen = (await other.send<Todo>(`/v1/todos/${id}?include_totals=true`)).body
    assert.equal(seen.estimate_minutes, 5)
    for (const field of ['measured_seconds', 'subtree_measured_seconds', 'subtree_estimate_minutes'])
      assert.equal(seen[field], null)
  })
})
