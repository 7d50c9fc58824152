import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import fc, { runsOn } from '../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { greeted } from '../../../../test/support/device.ts'
import { fewest } from '../../../../test/support/fewest.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'
import { ids, items, pages, titles, todoWorld, worldOf } from '../../../../test/support/todo-world.ts'

const SECOND = 1_000

forEachStorage('details of todos', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  const statements: string[] = []

  before(async () => {
    const storage = await open({ observe: text => statements.push(text) })
    server = await startTestApp(storage, { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  it('have defaults, are changed one by one, and are cleared with null', async () => {
    const ann = await todoWorld(server, 'ann')
    const plain = await ann.add('plain')
    const details = ({ estimate_minutes, priority, position, completed_at }: Todo) => ({
      estimate_minutes,
      priority,
      position,
      completed_at,
    })
    const none = { estimate_minutes: null, priority: 0, position: null, completed_at: null }
    assert.deepEqual(details(plain), none)
    const given = { estimate_minutes: 100_000, priority: 3, position: 'a0V' }
    assert.deepEqual(details(await ann.add('given', given)), { ...none, ...given })
    assert.deepEqual(
      details(await ann.add('nulls', { estimate_minutes: null, priority: null, position: null })),
      none,
    )
    await ann.patch(plain.id, { estimate_minutes: 1 })
    await ann.patch(plain.id, { priority: 1 })
    assert.deepEqual(details(await ann.patch(plain.id, { position: '!~' })), {
      ...none,
      estimate_minutes: 1,
      priority: 1,
      position: '!~',
    })
    assert.deepEqual(
      details(await ann.patch(plain.id, { estimate_minutes: null, priority: 0, position: null })),
      none,
    )
  })

  itOnce('are refused outside their limits', async () => {
    const bea = await todoWorld(server, 'bea')
    for (const body of [
      { estimate_minutes: 0 },
      { estimate_minutes: 100_001 },
      { estimate_minutes: 1.5 },
      { priority: 4 },
      { priority: -1 },
      { position: '' },
      { position: 'a b' },
      { position: 'ä' },
      { position: 'a'.repeat(256) },
    ]) {
      const [field = ''] = Object.keys(body)
      await rejectsWith(bea.add('x', body), 422, new RegExp(field))
    }
  })

  it('order=position is the manual order by bytes; todos without a position come last; pages add up', async () => {
    const cat = await todoWorld(server, 'cat')
    for (const [title, position] of [
      ['last old', null],
      ['fourth', 'b'],
      ['third', 'a1'],
      ['second', 'a0'],
      ['first', 'Zz'],
      ['last new', null],
    ] as const) {
      await cat.add(title, { position })
      server.clock.advance(1)
    }
    await cat.add('done', { position: 'a0V', status: 'DONE' })
    const expected = ['first', 'second', 'done', 'third', 'fourth', 'last new', 'last old']
    assert.deepEqual(titles(await cat.client.todos.list({ query: { order: 'position' } })), expected)
    for (const path of [
      '/v1/todos?',
      `/v1/todos/${cat.group.id}?`,
      '/v1/todos?scope=all&public_from=friends&',
    ]) {
      for (const limit of [1, 3, 7]) {
        const found = await pages<Todo>(server, 'cat', `${path}order=position&limit=${limit}`)
        assert.deepEqual(titles(found.flat()), expected, path)
      }
    }
    const byDefault = await cat.client.todos.list({ query: { order: 'default' } })
    assert.deepEqual(ids(byDefault), ids(await cat.client.todos.list()))
    assert.equal(byDefault.at(-1)?.title, 'done')
    const other = await pages<Todo>(server, 'cat', '/v1/todos?limit=500')
    assert.equal(other.length, 1)
  })

  it('completed_at is set when the status becomes DONE, kept by other changes, and cleared by reopening', async () => {
    const dan = await todoWorld(server, 'dan')
    assert.notEqual((await dan.add('born done', { status: 'DONE' })).completed_at, null)
    const todo = await dan.add('todo')
    const done = await dan.patch(todo.id, { status: 'DONE' })
    assert.ok(Math.abs(Date.parse(done.completed_at ?? '') - server.clock.now()) < 60_000)
    server.clock.advance(5_000)
    assert.equal(
      (await dan.patch(todo.id, { status: 'DONE', title: 'again' })).completed_at,
      done.completed_at,
    )
    assert.equal((await dan.patch(todo.id, { status: 'UNSCHEDULED' })).completed_at, null)
    assert.notEqual((await dan.patch(todo.id, { status: 'DONE' })).completed_at, null)
    assert.equal((await dan.patch(todo.id, { status: 'CANCELLED' })).completed_at, null)
  })

  it('every change is in the history and can be undone and redone', async () => {
    const eve = await todoWorld(server, 'eve')
    const todo = await eve.add('todo', { estimate_minutes: 30, priority: 1, position: 'a0' })
    const done = await eve.patch(todo.id, {
      estimate_minutes: 45,
      priority: 3,
      position: 'a1',
      status: 'DONE',
    })
    const [latest] = (await eve.client.history.list({ query: { resource_id: todo.id } })) ?? []
    assert.ok(latest)
    assert.equal(latest.summary, "Completed 'todo'")
    const changed = latest.entries[0]?.changed
    assert.deepEqual(changed?.['estimate_minutes'], { before: 30, after: 45 })
    assert.equal(changed?.['completed_at']?.after, done.completed_at)
    const stripped = ({ version: _version, ...rest }: Todo) => rest
    const undone = await eve.client.history.undo({ params: { batch_id: latest.batch_id } })
    assert.deepEqual(stripped(await eve.read(todo.id)), stripped(todo))
    await eve.client.history.undo({ params: { batch_id: undone.batch_id } })
    assert.deepEqual(stripped(await eve.read(todo.id)), stripped(done))
    await eve.remove(todo.id)
    const [deletion] = await eve.client.history.list()
    await eve.client.history.restore({ params: { batch_id: deletion?.batch_id ?? '' } })
    assert.deepEqual(stripped(await eve.read(todo.id)), stripped(done))
  })

  it('totals count timers that are not canceled, over the whole subtree, with one statement more', async () => {
    const fay = await todoWorld(server, 'fay')
    const root = await fay.add('root', { estimate_minutes: 30 })
    const child = await fay.add('child', { parent_id: root.id })
    const leaf = await fay.add('leaf', { parent_id: child.id, estimate_minutes: 15, status: 'DONE' })
    const device = await greeted(server, 'fay')
    const measure = async (
      todo_id: string,
      ms: number,
      end: 'timer.stop' | 'timer.cancel' | 'timer.pause',
    ) => {
      const { id } = (await device.start({ todo_id })).payload.timer
      server.clock.advance(ms)
      await device.ask(end, { timer_id: id })
    }
    await measure(root.id, 10 * SECOND, 'timer.stop')
    await measure(leaf.id, 20 * SECOND, 'timer.pause')
    await measure(leaf.id, 40 * SECOND, 'timer.cancel')
    const timers = await fay.client.timers.list()
    const sum = (id: string) =>
      timers
        .filter(timer => timer.todo_id === id && timer.status !== 'CANCELLED')
        .reduce((seconds, timer) => seconds + timer.elapsed_time, 0)
    const totals = (todo: Todo) => [
      todo.title,
      todo.measured_seconds,
      todo.subtree_measured_seconds,
      todo.subtree_estimate_minutes,
    ]
    const expected = [
      ['child', 0, sum(leaf.id), 15],
      ['leaf', sum(leaf.id), sum(leaf.id), 15],
      ['root', sum(root.id), sum(root.id) + sum(leaf.id), 45],
    ]
    assert.ok(sum(leaf.id) >= 20 && sum(root.id) >= 10)
    const without = await fay.client.todos.list()
    assert.ok(!('measured_seconds' in (without[0] ?? {})))
    const query = { include_totals: true }
    const listed = await fay.client.todos.list({ query })
    const count = () => statements.length
    const plain = await fewest(count, () => fay.client.todos.list())
    assert.equal(await fewest(count, () => fay.client.todos.list({ query })), plain)
    assert.deepEqual(listed.map(totals).sort(), expected)
    const ofGroup = await fay.client.todos.get({
      params: { todo_id: fay.group.id },
      query: { include_totals: true },
    })
    assert.deepEqual(items(ofGroup).map(totals).sort(), expected)
    const single = await fay.client.todos.get({
      params: { todo_id: child.id },
      query: { include_totals: true },
    })
    assert.deepEqual(totals(single as Todo), expected[0])
    await device.close()
  })

  it('totals are null for todos of others', async () => {
    const [gil, hal] = [await todoWorld(server, 'gil'), await newPerson(server, 'hal')]
    const todo = await gil.add('public', { visibility: { level: 'public' }, estimate_minutes: 5 })
    const [seen] = await hal.client.todos.list({ query: { scope: 'shared', include_totals: true } })
    assert.equal(seen?.id, todo.id)
    assert.equal(seen?.estimate_minutes, 5)
    assert.deepEqual(
      [seen?.measured_seconds, seen?.subtree_measured_seconds, seen?.subtree_estimate_minutes],
      [null, null, null],
    )
  })

  it('totals follow any history of a timer', async () => {
    const person = await newPerson(server, 'ida')
    const ida = await worldOf(person.id, person.client)
    const device = await greeted(server, person.id)
    const steps = fc.array(
      fc.record({
        action: fc.constantFrom('timer.pause', 'timer.resume', 'timer.stop', 'timer.cancel', 'wait'),
        wait: fc.integer({ min: 1, max: 5_000 }),
      }),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        const todo = await ida.add('timed')
        const { id } = (await device.start({ todo_id: todo.id })).payload.timer
        for (const { action, wait } of all) {
          server.clock.advance(wait)
          if (action !== 'wait') await device.ask(action, { timer_id: id })
        }
        const read = () => ida.client.timers.get({ params: { timer_id: id } })
        const seconds = async () => {
          const timer = await read()
          return timer.status === 'CANCELLED' ? 0 : timer.elapsed_time
        }
        const low = await seconds()
        const shown = (await ida.client.todos.get({
          params: { todo_id: todo.id },
          query: { include_totals: true },
        })) as Todo
        const high = await seconds()
        assert.ok((shown.measured_seconds ?? -1) >= low && (shown.measured_seconds ?? -1) <= high)
        await ida.remove(todo.id)
      }),
      { numRuns: runsOn(name, 80) },
    )
    await device.close()
  })
})
