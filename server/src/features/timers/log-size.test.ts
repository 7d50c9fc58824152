import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { greeted } from '../../../test/support/device.ts'
import { newPerson } from '../../../test/support/people.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { timerStore } from './store.ts'

const LONG = '😀'.repeat(10_000)
const BLUE = '#112233'

forEachStorage('the log of timers', open => {
  let server: TestApp
  let statements = 0

  before(async () => {
    server = await startTestApp(await open({ observe: () => statements++ }), {
      WS_RATE_LIMIT_ENABLED: 'false',
    })
  })
  after(() => server.close())

  const stored = (owner: string) =>
    server.storage.read(db =>
      db.sql
        .selectFrom('changes')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('kind', '=', 'timer')
        .orderBy('seq')
        .execute(),
    )

  it('stores only what a command changed, however long the timer and its history are', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const device = await greeted(server, ann)
    const group = await client.tags.createGroup({ body: { name: 'G', color: BLUE } })
    const tag = await client.tags.create({
      body: { name: 't', color: BLUE, group_id: group.id, description: LONG },
    })
    const { timer } = (await device.start({ title: 'Long', description: LONG, tag_ids: [tag.id] })).payload
    for (let round = 0; round < 20; round++) {
      await device.ask('timer.pause', { timer_id: timer.id })
      await device.ask('timer.resume', { timer_id: timer.id })
    }
    await client.timers.update({ params: { timer_id: timer.id }, body: { title: 'Longer' } })
    const [, ...changes] = await stored(ann)
    assert.equal(changes.length, 41)
    for (const { content, detail } of changes) {
      assert.ok((content?.length ?? 0) < 600, `${detail}: ${content?.length} characters`)
    }

    const received = (each: typeof device) =>
      each.received.flatMap(message => ('timer' in message.payload ? [message.payload.timer] : []))
    await device.settled()
    const late = await greeted(server, ann, { query: '?since=0' })
    await late.settled()
    assert.deepEqual(
      received(late),
      received(device),
      'a client that connects later receives every change as it was',
    )
    assert.equal(received(late)[1]?.description, LONG)
    await Promise.all([device.close(), late.close()])
  })

  it('undoes and redoes a command', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const device = await greeted(server, ann)
    const { timer } = (await device.start({ title: 'Long', description: LONG })).payload
    await device.ask('timer.pause', { timer_id: timer.id })
    await device.ask('timer.stop', { timer_id: timer.id })
    const read = () => client.timers.get({ params: { timer_id: timer.id } })
    const stopped = await read()
    const [newest] = (await client.history.list()).slice(0, 1)
    const undone = await client.history.undo({ params: { batch_id: newest?.batch_id ?? '' } })
    const paused = await read()
    assert.deepEqual([paused.status, paused.pause_history.length], ['PAUSED', 2])
    await client.history.undo({ params: { batch_id: undone.batch_id } })
    const again = await read()
    assert.deepEqual([again.status, again.pause_history], [stopped.status, stopped.pause_history])
    await device.close()
  })

  it('unlinks many timers with few statements, and announces each of them once', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const range = { start_time: '2026-01-01T10:00:00Z', end_time: '2026-01-01T11:00:00Z' }
    const schedule = await client.schedules.create({ body: { title: 'S', ...range } })
    const made = 450
    // Writes to the database directly, because sending this many messages would take seconds.
    const at = server.clock.now()
    const times = { started_at: at, corrected_at: null, created_at: at, updated_at: at }
    const texts = { title: 'T', description: null, allocated_duration: 60 }
    const state = { status: 'RUNNING' as const, history: [{ action: 'start' as const, at }], version: 1 }
    await server.storage.write([ann], async tx => {
      for (let n = 0; n < made; n++) {
        const links = { id: newId(), owner_id: ann, schedule_id: schedule.id, todo_id: null }
        await timerStore(tx).insert({ ...links, ...texts, ...times, ...state })
      }
    })
    const device = await greeted(server, ann)
    await client.users.me()
    statements = 0
    await client.schedules.remove({ params: { schedule_id: schedule.id } })
    assert.ok(statements < made / 4, `${statements} statements`)
    const unlinked = new Set<string>()
    while (unlinked.size < made) {
      const { payload } = await device.next('timer.updated')
      assert.deepEqual([payload.action, payload.timer.schedule_id], ['sync', null])
      assert.equal(unlinked.has(payload.timer.id), false, 'each is announced once')
      unlinked.add(payload.timer.id)
    }
    await device.close()
  })
})
