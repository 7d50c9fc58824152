import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { failureCodes } from '@daymark/contract/sockets/timer-socket'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { greeted } from '../../../../test/support/device.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'
import { datetimes, NAIVE, updated } from '../../../../test/support/timer-messages.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

forEachStorage('controlling timers', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  const someone = async (name = 'ann') => (await newPerson(server, name)).id

  it('creates a running timer with all its fields', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const tag = await client.tags.create({ body: { name: 'T', color: '#112233', group_id: group.id } })
    const device = await greeted(server, ann)
    const created = await device.start({
      title: '  Deep work ',
      description: 'Quiet',
      allocated_duration: 1500.5,
      tag_ids: [tag.id, tag.id],
      visibility: { level: 'PUBLIC' },
      unknown_field: 1,
    })
    const { timer, action } = created.payload
    assert.equal(action, 'start')
    assert.equal(timer.title, 'Deep work')
    assert.equal(timer.allocated_duration, 1500.5)
    assert.equal(timer.status, 'RUNNING')
    assert.equal(timer.is_running, true)
    assert.equal(timer.elapsed_time, 0)
    assert.deepEqual(timer.pause_history, [{ action: 'start', at: timer.started_at }])
    assert.equal(timer.segment_started_at, timer.started_at)
    assert.equal(timer.paused_at, null)
    assert.equal(timer.ended_at, null)
    assert.deepEqual(
      timer.tags.map(each => each.name),
      ['T'],
    )
    assert.equal(timer.owner_id, ann)
    assert.equal(timer.is_shared, false)
    assert.equal(timer.visibility_level, null)
    assert.equal(timer.visibility?.level, 'public')
    assert.equal(created.from_user, ann)
    assert.equal(created.timestamp, timer.created_at)
    for (const text of datetimes(created)) assert.match(text, NAIVE)
    await device.close()
  })

  itOnce('measures running time only, to the millisecond, and shows whole seconds', async () => {
    const device = await greeted(server, await someone())
    const { timer } = (await device.start()).payload
    server.clock.advance(1_700)
    const paused = await updated(device, 'timer.pause', timer.id)
    assert.equal(paused.payload.action, 'pause')
    assert.equal(paused.payload.timer.status, 'PAUSED')
    assert.equal(paused.payload.timer.segment_started_at, null)
    server.clock.advance(60_000)
    const resumed = await updated(device, 'timer.resume', timer.id)
    assert.equal(resumed.payload.timer.paused_at, null)
    assert.equal(resumed.payload.timer.started_at, timer.started_at, 'the first start never moves')
    assert.notEqual(resumed.payload.timer.segment_started_at, timer.started_at)
    server.clock.advance(1_700)
    const stopped = await updated(device, 'timer.stop', timer.id)
    const history = stopped.payload.timer.pause_history
    assert.deepEqual(
      history.map(entry => [entry.action, entry.elapsed !== undefined]),
      [
        ['start', false],
        ['pause', true],
        ['resume', false],
        ['stop', true],
      ],
    )
    assert.ok([1, 2].includes(history[1]?.elapsed ?? 0))
    assert.ok([3, 4].includes(stopped.payload.timer.elapsed_time), String(stopped.payload.timer.elapsed_time))
    assert.equal(stopped.payload.timer.elapsed_seconds, stopped.payload.timer.elapsed_time)
    assert.equal(stopped.payload.timer.paused_at, history[1]?.at)
    assert.equal(stopped.payload.timer.ended_at, history[3]?.at)
    assert.equal(stopped.payload.timer.status, 'COMPLETED')
    await device.close()
  })

  itOnce('allows stop and cancel while running or paused, and nothing afterwards', async () => {
    const device = await greeted(server, await someone())
    for (const end of ['timer.stop', 'timer.cancel'] as const) {
      for (const pauseFirst of [false, true]) {
        const { timer } = (await device.start()).payload
        if (pauseFirst) await updated(device, 'timer.pause', timer.id)
        const ended = await updated(device, end, timer.id)
        assert.equal(ended.payload.timer.status, end === 'timer.stop' ? 'COMPLETED' : 'CANCELLED')
        assert.equal(ended.payload.action, end.slice(6))
        assert.equal(ended.payload.timer.pause_history.at(-1)?.elapsed, 0)
        const timer_id = timer.id
        await device.fails('PAUSE_FAILED', 'timer.pause', { timer_id }, /already ended/)
        await device.fails('RESUME_FAILED', 'timer.resume', { timer_id }, /already ended/)
        await device.fails('STOP_FAILED', 'timer.stop', { timer_id }, /already ended/)
        await device.fails('CANCEL_FAILED', 'timer.cancel', { timer_id }, /already ended/)
      }
    }
    const { timer } = (await device.start()).payload
    await device.fails('RESUME_FAILED', 'timer.resume', { timer_id: timer.id })
    await updated(device, 'timer.pause', timer.id)
    await device.fails('PAUSE_FAILED', 'timer.pause', { timer_id: timer.id })
    await device.close()
  })

  it('gives the same answer for foreign and unknown timers', async () => {
    const [annsDevice, bobsDevice] = await Promise.all([
      greeted(server, await someone('ann')),
      greeted(server, await someone('bob')),
    ])
    const { timer } = (await annsDevice.start({ visibility: { level: 'public' } })).payload
    const types = ['timer.pause', 'timer.resume', 'timer.stop', 'timer.cancel', 'timer.sync'] as const
    for (const type of types) {
      const code = failureCodes[type]
      const foreign = await bobsDevice.fails(code, type, { timer_id: timer.id })
      const unknown = await bobsDevice.fails(code, type, { timer_id: MISSING })
      assert.deepEqual(foreign.payload, unknown.payload)
    }
    await Promise.all([annsDevice.close(), bobsDevice.close()])
  })

  it('rejects links, tags and sharing of others', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const bob = await newPerson(server, 'bob')
    const schedule = await bob.client.schedules.create({
      body: {
        title: 'S',
        start_time: '2026-01-01T10:00:00Z',
        end_time: '2026-01-01T11:00:00Z',
        visibility: { level: 'public' },
      },
    })
    const device = await greeted(server, ann)
    const create = (body: object) => ({ allocated_duration: 60, ...body })
    await device.fails(
      'CREATE_FAILED',
      'timer.create',
      create({ schedule_id: schedule.id }),
      /Schedule not found/,
    )
    await device.fails(
      'CREATE_FAILED',
      'timer.create',
      create({ schedule_id: MISSING }),
      /Schedule not found/,
    )
    await device.fails('CREATE_FAILED', 'timer.create', create({ todo_id: MISSING }), /Todo not found/)
    await device.fails('CREATE_FAILED', 'timer.create', create({ tag_ids: [MISSING] }), /tags/)
    const visibility = { level: 'selected', allowed_user_ids: [bob.id] }
    await device.fails('CREATE_FAILED', 'timer.create', create({ visibility }), /friend/)
    await device.fails('CREATE_FAILED', 'timer.create', {}, /allocated_duration is required/)
    assert.deepEqual(await client.timers.list(), [], 'nothing was created')
    await device.close()
  })

  it('links the other side: a todo adds its earliest schedule, a schedule its todo', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const todo = await client.todos.create({
      body: { title: 'T', tag_group_id: group.id, deadline: '2026-01-01T10:00:00Z' },
    })
    const schedule_id = todo.schedules[0]?.id
    const bare = await client.todos.create({ body: { title: 'B', tag_group_id: group.id } })
    const device = await greeted(server, ann)
    const links = async (body: object) => {
      const { timer } = (await device.start(body)).payload
      return [timer.schedule_id, timer.todo_id]
    }
    assert.deepEqual(await links({ todo_id: todo.id }), [schedule_id, todo.id])
    assert.deepEqual(await links({ schedule_id }), [schedule_id, todo.id])
    assert.deepEqual(await links({ todo_id: bare.id }), [null, bare.id])
    assert.deepEqual(await links({ todo_id: bare.id, schedule_id }), [schedule_id, bare.id])
    assert.deepEqual(await links({ todo_id: null, schedule_id: null, title: null, tag_ids: null }), [
      null,
      null,
    ])
    await device.close()
  })
})
