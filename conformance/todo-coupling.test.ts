// Covers how todos and schedules affect each other, and the todo tree.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const DEADLINE = '2030-01-15T10:00:00Z'

interface Schedule extends Item {
  start_time: string
  end_time: string
  source_todo_id: string
  state: string
  tags: Item[]
}
interface Todo extends Item {
  parent_id: string | null
  tags: Item[]
  schedules: Schedule[]
}

describe('todos and schedules', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'coupling-person')
    group = await me.group()
  })
  after(() => target.stop())

  const add = (fields: object = {}) =>
    me.add<Todo>('/v1/todos', { title: 'T', tag_group_id: group, ...fields })
  const read = async (id: string) => (await me.send<Todo>(`/v1/todos/${id}`)).body
  const patch = (id: string, change: object) => me.send<Todo>(`/v1/todos/${id}`, 'PATCH', change)
  const ids = (items: Item[]) => items.map(each => each.id)
  let tagCount = 0
  const newTag = () => me.tag(group, `tag ${tagCount++}`)

  it('1: a todo with a deadline gets a schedule of one hour with its title and tags', async () => {
    const tag = await newTag()
    const todo = await add({ title: 'Due', deadline: DEADLINE, tag_ids: [tag] })
    const [schedule, ...more] = todo.schedules
    assert.ok(schedule && more.length === 0)
    assert.equal(schedule.start_time, DEADLINE)
    assert.equal(schedule.end_time, '2030-01-15T11:00:00Z')
    assert.equal(schedule.source_todo_id, todo.id)
    assert.equal(schedule.title, 'Due')
    assert.deepEqual(ids(schedule.tags), [tag])
    assert.equal(schedule.state, 'PLANNED')
    assert.equal(todo['status'], 'UNSCHEDULED')
    assert.equal((await me.send(`/v1/schedules/${schedule.id}`)).status, 200)
  })

  it('2: adding a deadline creates a schedule with the tags', async () => {
    const tag = await newTag()
    const { id } = await add({ tag_ids: [tag] })
    const [schedule] = (await patch(id, { deadline: DEADLINE })).body.schedules
    assert.ok(schedule)
    assert.deepEqual([schedule.start_time, ids(schedule.tags)], [DEADLINE, [tag]])
  })

  it('2: changing the deadline updates the times of the schedule', async () => {
    const todo = await add({ deadline: DEADLINE })
    const { schedules } = (await patch(todo.id, { deadline: '2030-02-01T08:30:00Z' })).body
    assert.deepEqual(ids(schedules), ids(todo.schedules))
    assert.equal(schedules[0]?.start_time, '2030-02-01T08:30:00Z')
    assert.equal(schedules[0]?.end_time, '2030-02-01T09:30:00Z')
  })

  it('2: setting the deadline to null deletes the schedule', async () => {
    const todo = await add({ deadline: DEADLINE })
    const { body } = await patch(todo.id, { deadline: null })
    assert.deepEqual([body['deadline'], body.schedules], [null, []])
    assert.equal((await me.send(`/v1/schedules/${todo.schedules[0]?.id}`)).status, 404)
  })

  it('3: changing the tag_ids of a todo also changes those of its schedules', async () => {
    const [old, fresh] = [await newTag(), await newTag()]
    const { id } = await add({ deadline: DEADLINE, tag_ids: [old] })
    const { body } = await patch(id, { tag_ids: [fresh] })
    assert.deepEqual(ids(body.tags), [fresh])
    assert.deepEqual(ids(body.schedules[0]?.tags ?? []), [fresh])
  })

  it('4: deleting a todo deletes its schedules; children become roots and keep theirs', async () => {
    const parent = await add({ deadline: DEADLINE })
    const child = await add({ deadline: DEADLINE, parent_id: parent.id })
    const grandchild = await add({ parent_id: child.id })
    assert.equal((await me.send(`/v1/todos/${parent.id}`, 'DELETE')).status, 200)
    assert.equal((await me.send(`/v1/schedules/${parent.schedules[0]?.id}`)).status, 404)
    const kept = await read(child.id)
    assert.equal(kept.parent_id, null)
    assert.deepEqual(ids(kept.schedules), ids(child.schedules))
    assert.equal((await read(grandchild.id)).parent_id, child.id)
  })

  it('5: deleting a tag group deletes its tags', async () => {
    const other = await me.group()
    const tag = await me.tag(other, 'goes along')
    const todo = await add({ tag_ids: [tag] })
    assert.equal((await me.send(`/v1/tags/groups/${other}`, 'DELETE')).status, 200)
    assert.deepEqual((await read(todo.id)).tags, [])
  })

  it('6: parent_id must reference an existing todo', async () => {
    const body = { title: 'T', tag_group_id: group, parent_id: MISSING }
    assert.equal((await me.send('/v1/todos', 'POST', body)).status, 400)
    const { id } = await add()
    assert.equal((await patch(id, { parent_id: MISSING })).status, 400)
  })

  it('6: a todo cannot be its own parent', async () => {
    const { id } = await add()
    assert.equal((await patch(id, { parent_id: id })).status, 400)
  })

  it('6: parent and child must have the same group', async () => {
    const other = await me.group()
    const parent = await add()
    const body = { title: 'T', tag_group_id: other, parent_id: parent.id }
    assert.equal((await me.send('/v1/todos', 'POST', body)).status, 400)
    const child = await add({ parent_id: parent.id })
    assert.equal((await patch(child.id, { tag_group_id: other })).status, 400)
    assert.equal((await patch(child.id, { tag_group_id: other, parent_id: null })).status, 200)
  })

  it('6: cycles are rejected', async () => {
    const top = await add()
    const middle = await add({ parent_id: top.id })
    const bottom = await add({ parent_id: middle.id })
    const { status, body } = await patch(top.id, { parent_id: bottom.id })
    assert.equal(status, 400)
    assert.equal(typeof body['detail'], 'string')
    assert.equal((await read(top.id)).parent_id, null)
  })

  it('parent_id null makes a root', async () => {
    const parent = await add()
    const child = await add({ parent_id: parent.id })
    assert.equal((await patch(child.id, { parent_id: null })).body.parent_id, null)
  })

  it('editing or deleting a schedule never changes the todo', async () => {
    const todo = await add({ deadline: DEADLINE })
    const path = `/v1/schedules/${todo.schedules[0]?.id}`
    const times = { start_time: '2030-03-01T10:00:00Z', end_time: '2030-03-01T12:00:00Z' }
    assert.equal((await me.send(path, 'PATCH', times)).status, 200)
    assert.equal((await read(todo.id))['deadline'], DEADLINE)
    assert.equal((await me.send(path, 'DELETE')).status, 200)
    assert.deepEqual([(await read(todo.id))['deadline'], (await read(todo.id)).schedules], [DEADLINE, []])
  })

  it('a new deadline keeps the duration of the schedule, and creates a schedule if there is none', async () => {
    const { id, schedules } = await add({ deadline: DEADLINE, description: 'D' })
    const path = `/v1/schedules/${schedules[0]?.id}`
    assert.equal(schedules[0]?.['description'], 'D')
    await me.send(path, 'PATCH', { end_time: '2030-01-15T13:00:00Z' })
    const [moved] = (await patch(id, { deadline: '2030-02-01T00:00:00Z' })).body.schedules
    assert.deepEqual([moved?.id, moved?.end_time], [schedules[0]?.id, '2030-02-01T03:00:00Z'])
    await me.send(path, 'DELETE')
    assert.deepEqual((await read(id)).schedules, [])
    const [made] = (await patch(id, { deadline: DEADLINE })).body.schedules
    assert.deepEqual([made?.start_time, made?.end_time], [DEADLINE, '2030-01-15T11:00:00Z'])
  })

  it('renaming a todo renames the schedules that still have its old title', async () => {
    const { id, schedules } = await add({ title: 'Old', deadline: DEADLINE })
    assert.equal((await patch(id, { title: 'New' })).body.schedules[0]?.title, 'New')
    await me.send(`/v1/schedules/${schedules[0]?.id}`, 'PATCH', { title: 'Own' })
    assert.equal((await patch(id, { title: 'Newer' })).body.schedules[0]?.title, 'Own')
  })

  it('a new group moves the whole subtree; 400 if the parent would stay in the old group', async () => {
    const other = await me.group()
    const root = await add()
    const child = await add({ parent_id: root.id })
    const leaf = await add({ parent_id: child.id })
    assert.equal((await patch(child.id, { tag_group_id: other })).status, 400)
    assert.equal((await patch(root.id, { tag_group_id: other })).status, 200)
    assert.equal((await read(leaf.id))['tag_group_id'], other)
    assert.equal((await patch(child.id, { tag_group_id: group, parent_id: null })).status, 200)
    assert.equal((await read(leaf.id))['tag_group_id'], group)
  })

  it('of two concurrent moves that would create a cycle, one is rejected', async () => {
    const [a, b] = [await add(), await add()]
    const both = await Promise.all([patch(a.id, { parent_id: b.id }), patch(b.id, { parent_id: a.id })])
    assert.deepEqual(both.map(each => each.status).sort(), [200, 400])
  })
})
