import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { fewest } from '../../../../test/support/fewest.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'
import {
  HOUR,
  ids,
  iso,
  items,
  MISSING,
  pages,
  type TodoWorld,
  titles,
  todoWorld,
} from '../../../../test/support/todo-world.ts'

const TEN = Date.UTC(2026, 0, 15, 10)
const STATUSES = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED'] as const

/** Implements the documented order as a simple sort. */
function inOrder(todos: readonly Todo[]): Todo[] {
  const due = ({ deadline, deadline_date }: Todo) => {
    if (deadline_date !== null) return Date.parse(`${deadline_date}T12:00:00Z`)
    return deadline === null ? Number.POSITIVE_INFINITY : Date.parse(deadline)
  }
  return todos.toSorted((a, b) => {
    const status = STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status)
    if (status !== 0) return status
    if (due(a) !== due(b)) return due(a) < due(b) ? -1 : 1
    return Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? -1 : 1)
  })
}

forEachStorage('lists of todos', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  const statements: string[] = []

  before(async () => {
    server = await startTestApp(await open({ observe: text => statements.push(text) }))
  })
  after(() => server.close())

  /** Creates todos of every status, with and without deadlines, some with equal creation times. */
  async function variety(world: TodoWorld, count: number): Promise<Todo[]> {
    const todos: Todo[] = []
    for (let n = 0; n < count; n++) {
      if (n % 3 === 0) server.clock.advance(1)
      const status = STATUSES[(n * 7) % 4] ?? 'DONE'
      const dates = ['2026-01-14', '2026-01-15', '2026-01-16']
      const time = n % 2 === 0 ? iso(TEN + ((n * 5) % 4) * HOUR) : null
      const deadline = n % 5 === 0 ? (dates[n % 3] ?? null) : time
      todos.push(await world.add(`${n}`, { status, deadline }))
    }
    return todos
  }

  it('comes in the default order, and its pages add up to the whole', async () => {
    const ann = await todoWorld(server, 'ann')
    const expected = ids(inOrder(await variety(ann, 32)))
    assert.deepEqual(ids(await ann.client.todos.list()), expected)
    for (const limit of [1, 5, 32, 33]) {
      const found = await pages<Todo>(server, 'ann', `/v1/todos?limit=${limit}`)
      assert.deepEqual(ids(found.flat()), expected)
      assert.equal(found.length, Math.ceil(32 / limit))
    }
    const ofGroup = await pages<Todo>(server, 'ann', `/v1/todos/${ann.group.id}?limit=7`)
    assert.deepEqual(ids(ofGroup.flat()), expected)
    assert.equal(ofGroup.length, 5)
    const filtered = await pages<Todo>(server, 'ann', `/v1/todos?group_ids=${ann.group.id}&limit=9`)
    assert.deepEqual(ids(filtered.flat()), expected)
  })

  it('keeps its order when status and deadline change', async () => {
    const bea = await todoWorld(server, 'bea')
    const [first, second, third] = await variety(bea, 3)
    assert.ok(first && second && third)
    await bea.patch(first.id, { status: 'CANCELLED', deadline: null })
    await bea.patch(third.id, { status: 'UNSCHEDULED', deadline: iso(TEN) })
    const dated = await bea.add('Dated', { deadline: '2026-01-15' })
    const found = await bea.client.todos.list()
    assert.deepEqual(ids(found), ids(inOrder(found)))
    assert.deepEqual(ids(found).slice(0, 2), [third.id, dated.id])
    await bea.patch(dated.id, { deadline: '2026-01-14' })
    assert.equal((await bea.client.todos.list())[0]?.id, dated.id)
  })

  itOnce('rejects cursors that it has not returned', async () => {
    const cara = await todoWorld(server, 'cara')
    const key = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    for (const cursor of [
      'nonsense',
      key(),
      key(0, 1, 2, 'x'),
      key(0, 1.5, 2, MISSING),
      key(0, 1, 2, MISSING, 3),
    ]) {
      await rejectsWith(cara.client.todos.list({ query: { cursor } }), 422, /cursor/)
    }
    await rejectsWith(cara.client.todos.list({ query: { limit: 0 } }), 422, /limit/)
  })

  it('filters by groups', async () => {
    const dan = await todoWorld(server, 'dan')
    const [home, empty] = [await dan.addGroup('Home'), await dan.addGroup('Empty')]
    await dan.add('w')
    await dan.add('h', { tag_group_id: home.id })
    const list = async (...group_ids: string[]) =>
      titles(await dan.client.todos.list({ query: { group_ids } })).sort()
    assert.deepEqual(await list(dan.group.id), ['w'])
    assert.deepEqual(await list(dan.group.id, home.id), ['h', 'w'])
    assert.deepEqual(await list(empty.id), [])
    assert.deepEqual(await list(MISSING), [])
    assert.deepEqual(await list(), ['h', 'w'])
    const eve = await todoWorld(server, 'eve')
    assert.deepEqual(await eve.client.todos.list({ query: { group_ids: [dan.group.id] } }), [])
  })

  it('filters by all of several tags, and includes the ancestors', async () => {
    const fay = await todoWorld(server, 'fay')
    const [a, b] = [await fay.addTag('a'), await fay.addTag('b')]
    const root = await fay.add('root', { status: 'DONE' })
    const branch = await fay.add('branch', { parent_id: root.id, tag_ids: [a.id] })
    const leaf = await fay.add('leaf', { parent_id: branch.id, tag_ids: [a.id, b.id] })
    await fay.add('beside', { parent_id: root.id, tag_ids: [b.id] })
    await fay.add('below', { parent_id: leaf.id })
    const list = async (tag_ids: string[], more: object = {}) =>
      (await fay.client.todos.list({ query: { tag_ids, ...more } })).map(
        todo => `${todo.title} ${todo.include_reason}`,
      )
    assert.deepEqual(await list([a.id, b.id]), ['leaf MATCH', 'branch ANCESTOR', 'root ANCESTOR'])
    assert.deepEqual(await list([a.id]), ['leaf MATCH', 'branch MATCH', 'root ANCESTOR'])
    assert.deepEqual(await list([a.id, MISSING]), [])
    const other = await fay.addGroup('Other')
    await fay.add('far', { tag_group_id: other.id, tag_ids: [a.id] })
    assert.deepEqual(await list([a.id], { group_ids: [other.id] }), ['far MATCH'])
    assert.deepEqual(await list([a.id, b.id], { group_ids: [other.id] }), [])
    const paged = await pages<Todo>(server, 'fay', `/v1/todos?tag_ids=${a.id}&tag_ids=${b.id}&limit=1`)
    assert.deepEqual(titles(paged.flat()), ['leaf', 'branch', 'root'])
  })

  it('runs the same number of statements for 3 todos and for 60', async () => {
    const count = async (world: TodoWorld, query: object) => {
      let found = 0
      const needed = await fewest(
        () => statements.length,
        async () => {
          found = (await world.client.todos.list({ query })).length
        },
      )
      return { found, statements: needed }
    }
    const worlds = await inTurn([3, 60], async size => {
      const world = await todoWorld(server, `many-${size}`)
      const tags = [await world.addTag('x'), await world.addTag('y')]
      for (let n = 0; n < size; n++) {
        await world.add(`${n}`, { deadline: iso(TEN), tag_ids: ids(tags), visibility: { level: 'public' } })
      }
      return { world, tag: tags[0]?.id ?? '' }
    })
    const queries = [
      () => ({}),
      (tag: string) => ({ tag_ids: [tag] }),
      (_tag: string, group: string) => ({ group_ids: [group] }),
      (_tag: string, group: string) => ({ scope: 'all', group_ids: [group] }),
    ]
    for (const query of queries) {
      const [few, many] = await inTurn(worlds, each =>
        count(each.world, query(each.tag, each.world.group.id)),
      )
      assert.deepEqual([few?.found, many?.found], [3, 60])
      assert.equal(few?.statements, many?.statements)
      // One of the statements reads the change log position for the ETag.
      assert.ok((many?.statements ?? 99) <= 7, `${many?.statements} statements`)
    }
    const viewer = await todoWorld(server, 'viewer')
    const [few, many] = await inTurn([3, 60], limit => count(viewer, { scope: 'shared', limit }))
    assert.deepEqual([few?.found, many?.found], [3, 60])
    assert.equal(few?.statements, many?.statements)
  })

  it('returns own and shared todos together in one order', async () => {
    const [gil, hal] = [await todoWorld(server, 'gil'), await todoWorld(server, 'hal')]
    const own = await variety(gil, 8)
    const shared = await Promise.all(
      (await variety(hal, 8)).map(todo => hal.patch(todo.id, { visibility: { level: 'public' } })),
    )
    const mine = new Set(ids([...own, ...shared]))
    const found = (await pages<Todo>(server, 'gil', '/v1/todos?scope=all&limit=5')).flat()
    const theirs = found.filter(todo => mine.has(todo.id))
    assert.equal(theirs.length, 16)
    assert.deepEqual(ids(found), ids(inOrder(found)))
    assert.deepEqual(ids(items(await gil.client.todos.get({ params: { todo_id: hal.group.id } }))), [])
    const ofGroup = await pages<Todo>(server, 'gil', `/v1/todos/${hal.group.id}?scope=all&limit=3`)
    assert.deepEqual(ids(ofGroup.flat()), ids(inOrder(shared)))
  })
})

async function inTurn<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = []
  for (const item of items) results.push(await work(item))
  return results
}
