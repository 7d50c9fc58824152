import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import {
  ids,
  MISSING,
  names,
  type TodoWorld,
  titles,
  todoWorld,
} from '../../../../test/support/todo-world.ts'

const START = '2026-01-15T10:00:00Z'
const END = '2026-01-15T12:30:00Z'
const LATER = '2026-01-16T08:00:00Z'

forEachStorage('todos with schedules and groups', open => {
  let server: TestApp
  let ann: TodoWorld

  before(async () => {
    server = await startTestApp(await open())
    ann = await todoWorld(server, 'ann')
  })
  after(() => server.close())

  const schedule = (body: object = {}) =>
    ann.client.schedules.create({ body: { title: 'Dentist', start_time: START, end_time: END, ...body } })

  it('has the zone of its schedule, and the schedule of a deadline has the zone of the todo', async () => {
    const timezone = 'Asia/Seoul'
    const made = await schedule({ timezone, create_todo_options: { tag_group_id: ann.group.id } })
    assert.equal((await ann.read(made.source_todo_id ?? '')).timezone, timezone)
    const plain = await schedule({ timezone })
    const params = { schedule_id: plain.id }
    const linked = await ann.client.schedules.createTodo({ params, query: { tag_group_id: ann.group.id } })
    assert.equal(linked.timezone, timezone)
    const todo = await ann.add('Call', { deadline: LATER, timezone })
    assert.equal(todo.schedules[0]?.timezone, timezone)
  })

  it('is created together with a schedule', async () => {
    const tag = await ann.addTag('health')
    const made = await schedule({
      description: 'Upstairs',
      tag_ids: [tag.id],
      create_todo_options: { tag_group_id: ann.group.id },
    })
    const todo = await ann.read(made.source_todo_id ?? '')
    assert.deepEqual([todo.title, todo.description, todo.deadline], ['Dentist', 'Upstairs', START])
    assert.deepEqual([todo.status, todo.parent_id, names(todo.tags)], ['SCHEDULED', null, ['health']])
    assert.deepEqual(todo.schedules, [made])
    await rejectsWith(schedule({ create_todo_options: { tag_group_id: MISSING } }), 400, /tag group/)
  })

  it('is created from a schedule, once', async () => {
    const made = await schedule()
    const create = () =>
      ann.client.schedules.createTodo({
        params: { schedule_id: made.id },
        query: { tag_group_id: ann.group.id },
      })
    const todo = await create()
    assert.equal(todo.status, 'SCHEDULED')
    assert.deepEqual(ids(todo.schedules), [made.id])
    assert.deepEqual(await ann.read(todo.id), todo)
    await rejectsWith(create(), 400)
    const moved = await ann.patch(todo.id, { deadline: LATER })
    assert.deepEqual(
      moved.schedules.map(each => [each.start_time, each.end_time]),
      [[LATER, '2026-01-16T10:30:00Z']],
    )
  })

  it('moves a linked series as a whole, but not beyond its end', async () => {
    const made = await schedule({
      recurrence_rule: 'FREQ=DAILY',
      recurrence_end: '2026-02-01T00:00:00Z',
      create_todo_options: { tag_group_id: ann.group.id },
    })
    const id = made.source_todo_id ?? ''
    const moved = await ann.patch(id, { deadline: LATER })
    assert.equal(moved.schedules[0]?.start_time, LATER)
    const occurrences = await ann.client.schedules.list({
      query: { start_date: '2026-01-17', end_date: '2026-01-18' },
    })
    assert.ok(
      occurrences.some(each => each.parent_id === made.id && each.start_time === '2026-01-17T08:00:00Z'),
    )
    await rejectsWith(ann.patch(id, { deadline: '2026-03-01' }), 422)
    await rejectsWith(ann.patch(id, { deadline: '2026-03-01T00:00:00Z' }), 422, /end of the series/)
    assert.equal((await ann.read(id)).deadline, LATER)
  })

  it('is visible to those who see the schedule, even if the todo is private', async () => {
    const todo = await ann.add('Secret plan', { deadline: START })
    const params = { schedule_id: todo.schedules[0]?.id ?? '' }
    await ann.client.schedules.update({ params, body: { visibility: { level: 'public' } } })
    const bob = await server.as('bob')
    const seen = await bob.schedules.get({ params })
    assert.equal(seen.source_todo?.title, 'Secret plan')
    assert.equal((await ann.client.schedules.get({ params })).source_todo, null)
  })

  it('is deleted with its group, schedules and settings included', async () => {
    const group = await ann.addGroup('Doomed')
    const inGroup = { tag_group_id: group.id, deadline: START, visibility: { level: 'public' } } as const
    const parent = await ann.add('Parent', inGroup)
    const child = await ann.add('Child', { ...inGroup, parent_id: parent.id })
    const answer = await ann.client.tags.deleteGroup({ params: { group_id: group.id } })
    assert.deepEqual(answer, { ok: true, deleted_todos: 2, moved_todos: 0 })
    for (const todo of [parent, child]) {
      await rejectsWith(ann.read(todo.id), 404)
      const schedule_id = todo.schedules[0]?.id ?? ''
      await rejectsWith(ann.client.schedules.get({ params: { schedule_id } }), 404)
      const params = { resource_type: 'todo', resource_id: todo.id } as const
      await rejectsWith(ann.client.visibility.get({ params }), 404)
    }
  })

  it('moves to another group instead: trees stay, tags of the old group are removed', async () => {
    const [from, to] = [await ann.addGroup('From'), await ann.addGroup('To')]
    const [gone, kept] = [await ann.addTag('gone', from.id), await ann.addTag('kept')]
    const parent = await ann.add('Parent', { tag_group_id: from.id })
    const child = await ann.add('Child', {
      tag_group_id: from.id,
      parent_id: parent.id,
      deadline: START,
      tag_ids: [gone.id, kept.id],
    })
    const answer = await ann.client.tags.deleteGroup({
      params: { group_id: from.id },
      query: { move_todos_to: to.id },
    })
    assert.deepEqual(answer, { ok: true, deleted_todos: 0, moved_todos: 2 })
    const moved = await ann.read(child.id)
    assert.deepEqual([moved.tag_group_id, moved.parent_id], [to.id, parent.id])
    assert.deepEqual([names(moved.tags), names(moved.schedules[0]?.tags ?? [])], [['kept'], ['kept']])
    assert.deepEqual(titles(await ann.client.todos.list({ query: { group_ids: [to.id] } })).sort(), [
      'Child',
      'Parent',
    ])
  })

  it('loses a deleted tag, and so do its schedules', async () => {
    const tag = await ann.addTag('brief')
    const todo = await ann.add('Tagged', { tag_ids: [tag.id], deadline: START })
    await ann.client.tags.remove({ params: { tag_id: tag.id } })
    const left = await ann.read(todo.id)
    assert.deepEqual([left.tags, left.schedules[0]?.tags], [[], []])
  })
})
