import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { greeted } from '../../../test/support/device.ts'
import { newPerson } from '../../../test/support/people.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

forEachStorage('timer changes over REST', open => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  it('notifies all devices about a change and a deletion over REST', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const [first, second] = [await greeted(server, ann), await greeted(server, ann)]
    const { timer } = (await first.start()).payload
    await client.timers.update({ params: { timer_id: timer.id }, body: { title: 'Renamed' } })
    await client.timers.update({ params: { timer_id: timer.id }, body: {} })
    await client.timers.remove({ params: { timer_id: timer.id } })
    for (const device of [first, second]) {
      const renamed = await device.next('timer.updated')
      assert.equal(renamed.payload.action, 'sync')
      assert.equal(renamed.payload.timer.title, 'Renamed')
      assert.deepEqual([renamed.seq, renamed.from_user], [2, ann])
      const deleted = await device.next('timer.deleted')
      assert.deepEqual(deleted.payload, { timer_id: timer.id })
      assert.equal(deleted.seq, 3)
    }
    await Promise.all([first.close(), second.close()])
  })

  it('notifies all devices when a timer is shared through the visibility route', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const device = await greeted(server, ann)
    const { timer } = (await device.start()).payload
    const params = { resource_type: 'timer', resource_id: timer.id } as const
    const next = async () => {
      const { payload, seq } = await device.next('timer.updated')
      return [payload.action, payload.timer.visibility?.level, seq]
    }
    // Reads each message before the next change, because a message contains the state at the time of sending.
    await client.visibility.put({ params, body: { level: 'public' } })
    assert.deepEqual(await next(), ['sync', 'public', 2])
    await client.visibility.remove({ params })
    assert.deepEqual(await next(), ['sync', undefined, 3])
    await device.close()
  })

  it('notifies all devices when a linked item is deleted', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const deadline = '2026-01-01T10:00:00Z'
    const make = () => client.todos.create({ body: { title: 'T', tag_group_id: group.id, deadline } })
    const device = await greeted(server, ann)
    const ends: (() => Promise<unknown>)[] = []
    for (const end of ['schedule', 'todo', 'group'] as const) {
      const todo = await make()
      const schedule_id = todo.schedules[0]?.id ?? ''
      if (end === 'schedule') ends.push(() => client.schedules.remove({ params: { schedule_id } }))
      if (end === 'todo') ends.push(() => client.todos.remove({ params: { todo_id: todo.id } }))
      if (end === 'group') ends.push(() => client.tags.deleteGroup({ params: { group_id: group.id } }))
      await device.start({ todo_id: todo.id })
    }
    for (const end of ends) await end()
    await device.settled()
    const updates = device.received.flatMap(message =>
      message.type === 'timer.updated' ? message.payload : [],
    )
    const latest = new Map(
      updates.map(({ timer, action }) => [timer.id, [action, timer.schedule_id, timer.todo_id]]),
    )
    assert.equal(latest.size, 3)
    for (const [action, schedule_id] of latest.values())
      assert.deepEqual([action, schedule_id], ['sync', null])
    const listed = await client.timers.list()
    assert.deepEqual(
      listed.map(timer => [timer.schedule_id, timer.todo_id]),
      listed.map(() => [null, null]),
    )
    assert.deepEqual(
      listed.map(timer => latest.get(timer.id)?.slice(1)),
      listed.map(() => [null, null]),
    )
    await device.close()
  })
})
