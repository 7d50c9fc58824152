// Restoring items that refer to permanently erased items, on both databases.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { newPerson } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

forEachStorage('the trash after items were erased', open => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  const COLOR = '#112233'

  async function setUp() {
    const { client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'Work', color: COLOR } })
    return {
      ...client,
      group,
      newTodo: (body: Partial<Parameters<typeof client.todos.create>[0]['body']>) =>
        client.todos.create({ body: { title: 'T', tag_group_id: group.id, ...body } }),
      /** Runs a deletion and returns its batch. */
      async deletion(run: Promise<unknown>): Promise<string> {
        await run
        const [item] = await client.history.trash({ query: { limit: 1 } })
        return item?.batch_id ?? ''
      },
      restore: (batch_id: string) => client.history.restore({ params: { batch_id } }),
      erase: (batch_id: string) => client.history.erase({ params: { batch_id } }),
    }
  }

  it('restores a subtodo to the top level once the todo above it is erased', async () => {
    const { todos, newTodo, deletion, restore, erase, history } = await setUp()
    const parent = await newTodo({ title: 'Parent' })
    const child = await newTodo({ parent_id: parent.id })
    const first = await deletion(todos.remove({ params: { todo_id: child.id } }))
    const second = await deletion(todos.remove({ params: { todo_id: parent.id } }))
    await rejectsWith(restore(first), 409, /the todo above it has been deleted/)
    await erase(second)
    const { batch_id } = await restore(first)
    const listed = async () => (await todos.list()).map(({ id, parent_id }) => ({ id, parent_id }))
    assert.deepEqual(await listed(), [{ id: child.id, parent_id: null }])
    await history.undo({ params: { batch_id } })
    assert.deepEqual(await listed(), [])
  })

  it('restores a todo above another one that was erased on its own', async () => {
    const { todos, newTodo, deletion, restore, erase, history } = await setUp()
    const parent = await newTodo({ title: 'Parent' })
    const [child, other] = [await newTodo({ parent_id: parent.id }), await newTodo({ parent_id: parent.id })]
    const first = await deletion(todos.remove({ params: { todo_id: child.id } }))
    const second = await deletion(todos.remove({ params: { todo_id: parent.id } }))
    await erase(await deletion(todos.remove({ params: { todo_id: other.id } })))
    assert.deepEqual(
      (await history.trash()).map(({ batch_id }) => batch_id),
      [second, first],
    )
    await restore(second)
    await restore(first)
    const listed = (await todos.list()).map(({ id, parent_id }) => [id, parent_id])
    assert.deepEqual(
      new Map(listed as [string, string | null][]),
      new Map([
        [parent.id, null],
        [child.id, parent.id],
      ]),
    )
  })

  it('restores a tag of a todo that was erased on its own', async () => {
    const { tags, todos, group, newTodo, deletion, restore, erase } = await setUp()
    const tag = await tags.create({ body: { name: 'a', color: COLOR, group_id: group.id } })
    const [todo, other] = [await newTodo({ tag_ids: [tag.id] }), await newTodo({ tag_ids: [tag.id] })]
    const first = await deletion(todos.remove({ params: { todo_id: todo.id } }))
    const second = await deletion(tags.remove({ params: { tag_id: tag.id } }))
    await erase(await deletion(todos.remove({ params: { todo_id: other.id } })))
    await restore(second)
    await restore(first)
    const tagged = (await todos.list()).map(each => each.tags.map(({ id }) => id))
    assert.deepEqual(tagged, [[tag.id]])
  })

  it('restores a todo and a timer without the tag, the todo and the entry that are erased', async () => {
    const { tags, todos, timers, schedules, group, newTodo, deletion, restore, erase } = await setUp()
    const tag = await tags.create({ body: { name: 'a', color: COLOR, group_id: group.id } })
    const todo = await newTodo({ tag_ids: [tag.id], deadline: '2030-01-01T09:00:00Z' })
    const segments = [{ start: '2026-01-01T09:00:00Z', end: '2026-01-01T10:00:00Z' }]
    const timer = await timers.addRecord({ body: { segments, todo_id: todo.id, tag_ids: [tag.id] } })
    const first = await deletion(timers.remove({ params: { timer_id: timer.id } }))
    const schedule_id = todo.schedules[0]?.id ?? ''
    const second = await deletion(schedules.remove({ params: { schedule_id } }))
    const third = await deletion(todos.remove({ params: { todo_id: todo.id } }))
    await erase(await deletion(tags.remove({ params: { tag_id: tag.id } })))
    await restore(third)
    const [again] = await todos.list()
    assert.deepEqual([again?.id, again?.tags], [todo.id, []])
    await erase(await deletion(todos.remove({ params: { todo_id: todo.id } })))
    await restore(second)
    assert.equal((await schedules.get({ params: { schedule_id } })).source_todo_id, null)
    await erase(await deletion(schedules.remove({ params: { schedule_id } })))
    await restore(first)
    const restored = await timers.get({ params: { timer_id: timer.id } })
    assert.deepEqual([restored.todo_id, restored.schedule_id, restored.tags], [null, null, []])
  })

  it('neither lists nor offers to undo a deleted todo whose group is erased, and erases it with the trash', async () => {
    const { tags, todos, history, group, newTodo, deletion, restore, erase } = await setUp()
    const todo = await newTodo({})
    const first = await deletion(todos.remove({ params: { todo_id: todo.id } }))
    const second = await deletion(tags.deleteGroup({ params: { group_id: group.id } }))
    const listed = async () => (await history.trash({ query: {} })).map(({ batch_id }) => batch_id)
    assert.deepEqual(await listed(), [second, first])
    const undoable = async () =>
      (await history.list({ query: { resource_id: todo.id } })).map(each => each.undoable)
    assert.deepEqual(await undoable(), [true, true])
    await erase(second)
    assert.deepEqual(await listed(), [])
    assert.deepEqual(await undoable(), [false, true])
    await rejectsWith(restore(first), 409, /its group has been deleted/)
    await history.empty()
    await rejectsWith(restore(first), 404)
  })
})
