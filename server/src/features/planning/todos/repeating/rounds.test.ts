import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { startTestApp, type TestApp } from '../../../../../test/support/app.ts'
import { rejectsWith } from '../../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../../test/support/storages.ts'
import {
  HOUR,
  ids,
  iso,
  names,
  type TodoWorld,
  titles,
  todoWorld,
} from '../../../../../test/support/todo-world.ts'

const DAY = 24 * HOUR

forEachStorage('rounds of repeating todos', open => {
  let server: TestApp
  let people = 0
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  const newWorld = () => todoWorld(server, `repeater-${people++}`)
  /** Returns a whole hour in the future. */
  const soon = (days = 1) => Math.ceil(server.clock.now() / HOUR) * HOUR + days * DAY
  const repeating = (world: TodoWorld, title = 'Water the plants', more: object = {}) =>
    world.add(title, { deadline: iso(soon()), recurrence_rule: 'FREQ=DAILY', ...more })
  const others = async (world: TodoWorld, known: readonly Todo[]) => {
    const seen = new Set(ids(known))
    return (await world.client.todos.list()).filter(todo => !seen.has(todo.id))
  }

  it('completing closes this round and creates the next one with the same details', async () => {
    const world = await newWorld()
    const tag = await world.addTag('home')
    const parent = await world.add('House')
    const first = await repeating(world, 'Water', {
      description: 'all of them',
      parent_id: parent.id,
      tag_ids: [tag.id],
      status: 'SCHEDULED',
      estimate_minutes: 15,
      priority: 2,
      position: 'a0',
      visibility: { level: 'public' },
      timezone: 'Europe/Berlin',
    })
    assert.equal(first.series_id, first.id)
    const done = await world.patch(first.id, { status: 'DONE' })
    assert.equal(done.status, 'DONE')
    assert.notEqual(done.completed_at, null)
    const [next, ...more] = await others(world, [parent, first])
    assert.ok(next && more.length === 0)
    const {
      id: _id,
      created_at: _created,
      version: _version,
      deadline,
      schedules,
      visibility,
      ...rest
    } = next
    const {
      id: _1,
      created_at: _2,
      version: _3,
      deadline: _4,
      schedules: _5,
      visibility: shared,
      ...same
    } = first
    assert.deepEqual(rest, same)
    assert.deepEqual(visibility, shared)
    assert.deepEqual(names(next.tags), ['home'])
    assert.equal(deadline, iso(Date.parse(first.deadline ?? '') + DAY))
    assert.equal(schedules[0]?.start_time, deadline)
    assert.deepEqual(names(schedules[0]?.tags ?? []), ['home'])
  })

  it('open children are copied with their structure, and keep their distance to the deadline', async () => {
    const world = await newWorld()
    const tag = await world.addTag('deep')
    const root = await repeating(world, 'root', { recurrence_rule: 'FREQ=WEEKLY' })
    const due = Date.parse(root.deadline ?? '')
    const a = await world.add('a', { parent_id: root.id, deadline: iso(due - 2 * HOUR) })
    const b = await world.add('b', { parent_id: a.id, tag_ids: [tag.id], visibility: { level: 'friends' } })
    const done = await world.add('done', { parent_id: root.id, status: 'DONE' })
    const hidden = await world.add('below done', { parent_id: done.id })
    const canceled = await world.add('canceled', { parent_id: a.id, status: 'CANCELLED' })
    await world.patch(root.id, { status: 'DONE' })
    const copies = await others(world, [root, a, b, done, hidden, canceled])
    assert.deepEqual(titles(copies).sort(), ['a', 'b', 'root'])
    const copy = (title: string) => copies.find(todo => todo.title === title)
    assert.equal(copy('a')?.parent_id, copy('root')?.id)
    assert.equal(copy('b')?.parent_id, copy('a')?.id)
    assert.equal(copy('a')?.deadline, iso(due + 7 * DAY - 2 * HOUR))
    assert.deepEqual(names(copy('b')?.tags ?? []), ['deep'])
    assert.equal(copy('b')?.visibility?.level, 'friends')
    assert.equal((await world.read(a.id)).parent_id, root.id)
    assert.equal((await world.read(a.id)).status, 'UNSCHEDULED')
  })

  it('needs a deadline and a valid rule', async () => {
    const world = await newWorld()
    await rejectsWith(world.add('x', { recurrence_rule: 'FREQ=DAILY' }), 422, /deadline/)
    await rejectsWith(repeating(world, 'x', { recurrence_rule: 'FREQ=NEVER' }), 422, /FREQ/)
    await rejectsWith(repeating(world, 'x', { timezone: 'Mars/Olympus' }), 422, /timezone/)
    const todo = await repeating(world)
    await rejectsWith(world.patch(todo.id, { deadline: null }), 422, /deadline/)
    const plain = await world.patch(todo.id, { deadline: null, recurrence_rule: null })
    assert.deepEqual([plain.deadline, plain.recurrence_rule], [null, null])
  })

  it('canceling creates the next round too, unless the series ends', async () => {
    const world = await newWorld()
    const first = await repeating(world)
    await world.patch(first.id, { status: 'CANCELLED' })
    const [second] = await others(world, [first])
    assert.ok(second)
    assert.equal(second.series_id, first.series_id)
    for (const status of ['CANCELLED', 'DONE'] as const) {
      const todo = await repeating(world)
      const known = await world.client.todos.list()
      await world.client.todos.update({
        params: { todo_id: todo.id },
        query: { series: 'end' },
        body: { status },
      })
      assert.deepEqual(await others(world, known), [])
    }
  })

  it('reopening leaves the next round alone, and completing again creates no second one', async () => {
    const world = await newWorld()
    const first = await repeating(world)
    await world.patch(first.id, { status: 'DONE' })
    const [second] = await others(world, [first])
    const reopened = await world.patch(first.id, { status: 'UNSCHEDULED' })
    assert.equal(reopened.completed_at, null)
    assert.deepEqual(ids(await others(world, [first])), [second?.id])
    await world.patch(first.id, { status: 'DONE' })
    await world.patch(first.id, { status: 'CANCELLED' })
    assert.deepEqual(ids(await others(world, [first])), [second?.id])
    await world.patch(second?.id ?? '', { status: 'DONE' })
    assert.equal((await world.client.todos.list()).length, 3)
  })

  it('ends with the last round of COUNT', async () => {
    const world = await newWorld()
    await repeating(world, 'twice', { recurrence_rule: 'FREQ=DAILY;COUNT=2' })
    const next = async () => (await world.client.todos.list()).find(todo => todo.status === 'UNSCHEDULED')
    for (let round = 0; round < 2; round++) await world.patch((await next())?.id ?? '', { status: 'DONE' })
    assert.equal(await next(), undefined)
    assert.equal((await world.client.todos.list()).length, 2)
  })

  it('one undo of a completion removes the next round with everything below it; redo brings it back', async () => {
    const world = await newWorld()
    const root = await repeating(world, 'root', { visibility: { level: 'public' } })
    await world.add('child', { parent_id: root.id, deadline: root.deadline })
    const plain = (todos: Todo[]) =>
      todos.map(({ version: _version, schedules, ...rest }) => ({ ...rest, schedules: ids(schedules) }))
    const start = plain(await world.client.todos.list())
    await world.patch(root.id, { status: 'DONE' })
    const finished = plain(await world.client.todos.list())
    assert.equal(finished.length, 4)
    const [completion] = await world.client.history.list()
    assert.ok(completion)
    assert.match(completion.summary, /^Completed 'root'/)
    const undone = await world.client.history.undo({ params: { batch_id: completion.batch_id } })
    assert.deepEqual(plain(await world.client.todos.list()), start)
    await world.client.history.undo({ params: { batch_id: undone.batch_id } })
    assert.deepEqual(plain(await world.client.todos.list()), finished)
  })

  it('a refused next round leaves this one open', async () => {
    const storage = await open()
    const small = await startTestApp(storage, { QUOTA_TODOS: '1' })
    const world = await todoWorld(small, 'small')
    const todo = await repeating(world)
    await rejectsWith(world.patch(todo.id, { status: 'DONE' }), 409, /todos/)
    assert.equal((await world.read(todo.id)).status, 'UNSCHEDULED')
    await small.close()
  })
})
