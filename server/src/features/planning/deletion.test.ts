// Deletions list exactly what they touch: every row that changed or went, each once, on both databases.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { type Device, greeted } from '../../../test/support/device.ts'
import { PLANNING, slot } from '../../../test/support/meetings.ts'
import { newPerson, type Person } from '../../../test/support/people.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { unlinkMeetings } from '../meetings/unlink-meetings.ts'
import { unlinkTimers } from '../timers/unlink-timers.ts'
import { planningDeletion, type Touched } from './deletion.ts'

const KINDS = { todo: 'todos', schedule: 'schedules', timer: 'timers', meeting: 'meetings' } as const
const deletion = planningDeletion([unlinkTimers, unlinkMeetings])

forEachStorage('deletions', open => {
  let server: TestApp
  let ann: Person
  let device: Device
  let tag_group_id: string

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
    ann = await newPerson(server, 'ann')
    device = await greeted(server, ann.id)
    tag_group_id = (await ann.client.tags.createGroup({ body: { name: 'G', color: '#000000' } })).id
  })
  after(async () => {
    await device.close()
    await server.close()
  })

  /** All rows as text, by kind and id. */
  const rows = () =>
    server.storage.read(async db => {
      const found = new Map<string, { kind: Touched['kind']; id: string; text: string }>()
      for (const kind of Object.keys(KINDS) as Touched['kind'][]) {
        for (const row of await db.sql.selectFrom(KINDS[kind]).selectAll().execute())
          found.set(`${kind} ${row.id}`, { kind, id: row.id, text: JSON.stringify(row) })
      }
      return found
    })

  async function touchedBy(work: () => Promise<Touched[]>): Promise<Touched[]> {
    const earlier = await rows()
    const touched = await work()
    const later = await rows()
    const really: Touched[] = [...earlier].flatMap(([key, { kind, id, text }]) => {
      const now = later.get(key)
      if (now?.text === text) return []
      return { kind, id, action: now ? 'updated' : 'deleted' }
    })
    assert.deepEqual(inOrder(touched), inOrder(really))
    return touched
  }

  const addTodo = (parent_id: string | null = null) =>
    ann.client.todos.create({
      body: { title: 'T', tag_group_id, parent_id, deadline: '2026-03-01T10:00:00Z' },
    })
  const start = async (links: { todo_id?: string; schedule_id?: string }) =>
    (await device.start(links)).payload.timer.id
  const deleteTodos = (ids: string[]) => () =>
    server.storage.write([ann.id], tx => deletion.deleteTodos(tx, ids, server.clock.now()))
  const deleteSchedules = (ids: string[]) => () =>
    server.storage.write([ann.id], tx => deletion.deleteSchedules(tx, ids, server.clock.now()))

  it('of a todo name its schedules, its timers once each and its children', async () => {
    const [above, beside] = [await addTodo(), await addTodo()]
    const todo = await addTodo(above.id)
    const child = await addTodo(todo.id)
    await addTodo(child.id)
    const schedule_id = todo.schedules[0]?.id ?? ''
    const both = await start({ todo_id: todo.id })
    await start({ todo_id: beside.id })
    const touched = await touchedBy(deleteTodos([todo.id]))
    assert.deepEqual(
      inOrder(touched),
      inOrder([
        { kind: 'timer', id: both, action: 'updated' },
        { kind: 'schedule', id: schedule_id, action: 'deleted' },
        { kind: 'todo', id: child.id, action: 'updated' },
        { kind: 'todo', id: todo.id, action: 'deleted' },
      ]),
    )
  })

  it('of a todo and its child name the child once', async () => {
    const todo = await addTodo()
    const child = await addTodo(todo.id)
    const grandchild = await addTodo(child.id)
    const touched = await touchedBy(deleteTodos([todo.id, child.id]))
    assert.deepEqual(
      inOrder(touched).filter(each => each.kind === 'todo'),
      inOrder([
        { kind: 'todo', id: grandchild.id, action: 'updated' },
        { kind: 'todo', id: todo.id, action: 'deleted' },
        { kind: 'todo', id: child.id, action: 'deleted' },
      ]),
    )
  })

  it('of a schedule name its timers, which keep their todo, and the meeting that it was confirmed for', async () => {
    const todo = await addTodo()
    const timer = await start({ todo_id: todo.id })
    const meeting = await ann.client.meetings.create({ body: PLANNING })
    const confirmed = await ann.client.meetings.confirm({
      params: { meeting_id: meeting.id },
      body: slot('2026-03-02', '09:00', '10:00'),
    })
    const ids = [todo.schedules[0]?.id ?? '', confirmed.id]
    const touched = await touchedBy(deleteSchedules(ids))
    assert.deepEqual(
      inOrder(touched),
      inOrder([
        { kind: 'timer', id: timer, action: 'updated' },
        { kind: 'meeting', id: meeting.id, action: 'updated' },
        ...ids.map(id => ({ kind: 'schedule', id, action: 'deleted' }) as const),
      ]),
    )
    const { schedule_id, todo_id } = await ann.client.timers.get({ params: { timer_id: timer } })
    assert.deepEqual([schedule_id, todo_id], [null, todo.id])
  })

  it('of nothing name nothing', async () => {
    assert.deepEqual(await touchedBy(deleteTodos([])), [])
    assert.deepEqual(await touchedBy(deleteSchedules([])), [])
  })
})

const inOrder = (touched: readonly Touched[]): Touched[] =>
  touched.toSorted((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
