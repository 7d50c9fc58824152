// Trees have at most 32 levels. Older databases contain deeper ones, which stay usable.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { MAX_BULK_ITEMS, MAX_TODO_LEVELS } from '@daymark/contract/constants'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { type TodoWorld, todoWorld } from '../../../../test/support/todo-world.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { todoStore } from './store.ts'

const LIMIT = /at most 32 levels/

/** Creates a line of todos, each below the one before. Returns their ids, the root first. */
async function lineOf(world: TodoWorld, levels: number, parent: string | null = null): Promise<string[]> {
  const ids: string[] = []
  for (let level = 1; level <= levels; level++) {
    const above: string | null = ids.at(-1) ?? parent
    ids.push((await world.add(`Level ${level}`, { parent_id: above })).id)
  }
  return ids
}

forEachStorage('levels of todos', (open, name) => {
  let server: TestApp
  let people = 0
  let world: TodoWorld
  let client: Client
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  const newWorld = async () => {
    world = await todoWorld(server, `climber-${people++}`)
    client = world.client
  }
  const place = (id: string, parent_id: string | null) => world.patch(id, { parent_id })
  const lastBatch = async (): Promise<string> => (await client.history.list())[0]?.batch_id ?? ''

  /** Creates a line that is deeper than the limit, as older versions allowed. */
  async function deepLine(levels: number): Promise<string[]> {
    const { id } = await world.add('Deep')
    const ids = [id, ...Array.from({ length: levels - 1 }, () => newId())]
    await server.storage.write([world.id], async tx => {
      const store = todoStore(tx)
      const first = await store.find(id)
      assert.ok(first)
      for (const [at, parent_id] of ids.slice(0, -1).entries())
        await store.insert({ ...first, id: ids[at + 1] ?? '', parent_id })
    })
    return ids
  }

  it('end at 32 for a new todo and for a moved subtree', async () => {
    await newWorld()
    const line = await lineOf(world, MAX_TODO_LEVELS)
    const error = await rejectsWith(world.add('Too deep', { parent_id: line.at(-1) ?? null }), 422, LIMIT)
    assert.equal(error.errors?.[0]?.path, 'parent_id')
    const [top = '', below = ''] = await lineOf(world, 2)
    await rejectsWith(place(top, line[30] ?? ''), 422, LIMIT)
    await place(top, line[29] ?? '')
    assert.equal((await world.read(below)).parent_id, top)
  })

  it('end at 32 in bulk requests, which name the todos that would be too deep', async () => {
    await newWorld()
    const line = await lineOf(world, MAX_TODO_LEVELS)
    const [tall = ''] = await lineOf(world, 2)
    const flat = (await world.add('Flat')).id
    const change = { parent_id: line[30] ?? '' }
    const error = await rejectsWith(client.todos.bulk({ body: { ids: [tall, flat], change } }), 422, LIMIT)
    assert.deepEqual(
      error.errors?.map(each => [each.path, 'id' in each && each.id]),
      [['ids', tall]],
    )
    assert.equal((await world.read(flat)).parent_id, null)
    const partly = await client.todos.bulk({ body: { ids: [tall, flat], change, atomic: false } })
    assert.deepEqual(
      partly.items.map(({ id }) => id),
      [flat],
    )
    assert.match(partly.failed[0]?.detail ?? '', LIMIT)
  })

  it('stay within the limit when a deletion or a move is undone', async () => {
    await newWorld()
    const line = await lineOf(world, MAX_TODO_LEVELS)
    const leaf = line.at(-1) ?? ''
    await world.remove(leaf)
    const deletion = await lastBatch()
    const extra = await world.add('New root')
    await place(line[0] ?? '', extra.id)
    await rejectsWith(
      client.history.restore({ params: { batch_id: deletion } }),
      409,
      /deeper than 32 levels/,
    )
    await rejectsWith(client.history.undo({ params: { batch_id: deletion } }), 409, /“Level 32”.*32 levels/)
    await place(line[0] ?? '', null)
    await client.history.restore({ params: { batch_id: deletion } })
    assert.equal((await world.read(leaf)).parent_id, line[30])
  })

  it('of trees from older versions stay readable and editable, and can only shrink', async () => {
    await newWorld()
    const line = await deepLine(100)
    const [leaf = '', middle = ''] = [line.at(-1), line[60]]
    await world.patch(leaf, { title: 'Still editable' })
    await rejectsWith(world.add('Deeper', { parent_id: leaf }), 422, LIMIT)
    await rejectsWith(world.add('As deep', { parent_id: line[97] ?? null }), 422, LIMIT)
    await place(leaf, line[90] ?? '')
    await rejectsWith(place(leaf, line[97] ?? ''), 422, LIMIT)
    await place(middle, line[50] ?? '')
    const move = await lastBatch()
    await rejectsWith(client.history.undo({ params: { batch_id: move } }), 409, /deeper than 32 levels/)
    await place(middle, null)
    assert.equal((await world.read(middle)).parent_id, null)
  })

  it('of a very deep tree are changed and undone in bulk without recursion', async () => {
    await newWorld()
    const line = await deepLine(name === 'sqlite' ? 12_000 : 3_000)
    const ids = line.slice(-MAX_BULK_ITEMS).toReversed()
    const { items } = await client.todos.bulk({ body: { ids, change: { priority: 2 } } })
    assert.equal(items.length, MAX_BULK_ITEMS)
    await client.history.undo({ params: { batch_id: await lastBatch() } })
    assert.equal((await world.read(ids[0] ?? '')).priority, 0)
    await client.todos.bulk({ body: { ids, change: { delete: true } } })
    await rejectsWith(
      client.history.undo({ params: { batch_id: await lastBatch() } }),
      409,
      /deeper than 32 levels/,
    )
  })
})
