import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Device, type Message } from './device.ts'
import { befriend, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

describe('the messages of the timer socket', () => {
  let target: Target
  let me: Person
  let device: Device
  let people = 0
  const devices: Device[] = []
  before(async () => {
    target = await openTarget()
  })
  after(async () => {
    for (const each of devices) await each.close()
    await target.stop()
  })
  beforeEach(async () => {
    me = await newPerson(target, `socket-person-${people++}`)
    device = await open()
  })

  async function open(person = me): Promise<Device> {
    const opened = await new Device(target, { token: person.token }).greeted()
    devices.push(opened)
    return opened
  }
  const actions = (message: Message) => message.payload.timer.pause_history.map(each => each.action)
  const fails = async (code: string, type: string, payload: object = {}) => {
    const { type: answered, payload: error } = await device.ask(type, payload)
    assert.deepEqual([answered, error.code], ['error', code], `${type} ${JSON.stringify(payload)}`)
    assert.equal(typeof error.message, 'string')
    return error.message
  }

  it('timer.create is answered by timer.created with action start and a RUNNING timer', async () => {
    const answer = await device.ask('timer.create', {
      allocated_duration: 90.5,
      title: 'T',
      description: 'D',
    })
    assert.equal(answer.type, 'timer.created')
    assert.equal(answer.payload.action, 'start')
    assert.equal(answer.from_user, me.id)
    const { timer } = answer.payload
    assert.deepEqual(actions(answer), ['start'])
    const expected = { status: 'RUNNING', title: 'T', description: 'D', allocated_duration: 90.5 }
    assert.deepEqual({ ...timer, ...expected, elapsed_time: 0, tags: [], is_shared: false }, timer)
    assert.equal(timer['started_at'], timer.pause_history[0]?.at)
    for (const field of ['schedule_id', 'todo_id', 'paused_at', 'ended_at', 'visibility_level'])
      assert.equal(timer[field], null, field)
    for (const field of ['created_at', 'updated_at', 'owner_id', 'schedule', 'todo'])
      assert.ok(field in timer, field)
  })

  it('timer.create accepts links, tags and visibility', async () => {
    const group = await me.group()
    const tag = await me.tag(group, 'tag')
    const todo = await me.add('/v1/todos', { title: 'Linked', tag_group_id: group })
    const times = { start_time: '2030-01-01T09:00:00Z', end_time: '2030-01-01T10:00:00Z' }
    const schedule = await me.add('/v1/schedules', { title: 'Linked', ...times })
    const timer = await device.start({
      todo_id: todo.id,
      schedule_id: schedule.id,
      tag_ids: [tag],
      visibility: { level: 'friends' },
    })
    assert.deepEqual([timer['todo_id'], timer['schedule_id']], [todo.id, schedule.id])
    assert.equal((timer['tags'] as { id: string }[])[0]?.id, tag)
    assert.equal((await me.send(`/v1/visibility/timer/${timer.id}`)).body['level'], 'friends')
  })

  it('a missing or non-positive allocated_duration is CREATE_FAILED', async () => {
    for (const allocated_duration of [undefined, 0, -1, '60', null])
      await fails('CREATE_FAILED', 'timer.create', { allocated_duration })
    await fails('CREATE_FAILED', 'timer.create', { allocated_duration: 60, todo_id: MISSING })
  })

  it('pause, resume and stop are answered by timer.updated with their action and append to pause_history', async () => {
    const { id } = await device.start()
    const paused = await device.ask('timer.pause', { timer_id: id })
    assert.deepEqual([paused.type, paused.payload.action], ['timer.updated', 'pause'])
    assert.equal(paused.payload.timer.status, 'PAUSED')
    assert.equal(typeof paused.payload.timer.pause_history[1]?.elapsed, 'number')
    assert.equal(paused.payload.timer['paused_at'], paused.payload.timer.pause_history[1]?.at)
    const resumed = await device.ask('timer.resume', { timer_id: id })
    assert.deepEqual([resumed.payload.action, resumed.payload.timer.status], ['resume', 'RUNNING'])
    assert.equal(resumed.payload.timer['paused_at'], null)
    await device.ask('timer.pause', { timer_id: id })
    const stopped = await device.ask('timer.stop', { timer_id: id })
    assert.deepEqual([stopped.payload.action, stopped.payload.timer.status], ['stop', 'COMPLETED'])
    assert.deepEqual(actions(stopped), ['start', 'pause', 'resume', 'pause', 'stop'])
    assert.equal(typeof stopped.payload.timer.pause_history.at(-1)?.elapsed, 'number')
    assert.equal(stopped.payload.timer['ended_at'], stopped.payload.timer.pause_history.at(-1)?.at)
  })

  it('a running timer can be stopped, and canceled', async () => {
    const [a, b] = [await device.start(), await device.start()]
    assert.equal((await device.ask('timer.stop', { timer_id: a.id })).payload.timer.status, 'COMPLETED')
    const cancelled = await device.ask('timer.cancel', { timer_id: b.id })
    assert.deepEqual([cancelled.payload.action, cancelled.payload.timer.status], ['cancel', 'CANCELLED'])
    assert.deepEqual(actions(cancelled), ['start', 'cancel'])
  })

  it('a command in the wrong status fails with its error code, such as PAUSE_FAILED for a completed timer', async () => {
    const { id } = await device.start()
    await fails('RESUME_FAILED', 'timer.resume', { timer_id: id })
    await device.ask('timer.stop', { timer_id: id })
    for (const action of ['pause', 'resume', 'stop', 'cancel'])
      await fails(`${action.toUpperCase()}_FAILED`, `timer.${action}`, { timer_id: id })
    const { timer } = (await device.ask('timer.sync', { timer_id: id })).payload
    assert.deepEqual(
      timer.pause_history.map(each => each.action),
      ['start', 'stop'],
    )
  })

  it("another person's timer and an unknown timer fail with the same message", async () => {
    const other = await newPerson(target, `socket-other-${people++}`)
    const { id } = await (await open(other)).start({ visibility: { level: 'public' } })
    for (const type of ['pause', 'resume', 'stop', 'cancel', 'sync']) {
      const code = `${type.toUpperCase()}_FAILED`
      const foreign = await fails(code, `timer.${type}`, { timer_id: id })
      assert.equal(await fails(code, `timer.${type}`, { timer_id: MISSING }), foreign)
    }
  })

  it('timer.sync returns one timer, the active ones, or all', async () => {
    const [running, ended] = [await device.start(), await device.start()]
    await device.ask('timer.stop', { timer_id: ended.id })
    const one = await device.ask('timer.sync', { timer_id: ended.id })
    assert.deepEqual([one.type, one.payload.action], ['timer.updated', 'sync'])
    assert.equal(one.payload.timer.id, ended.id)
    for (const payload of [{}, { scope: 'active' }]) {
      const active = await device.ask('timer.sync', payload)
      assert.deepEqual([active.type, active.payload.count], ['timer.sync_result', 1])
      assert.equal(active.payload.timers[0]?.id, running.id)
    }
    assert.equal((await device.ask('timer.sync', { scope: 'all' })).payload.count, 2)
    await fails('SYNC_FAILED', 'timer.sync', { scope: 'some' })
  })

  it('a change on one device is pushed to each other device once', async () => {
    const other = await open()
    const { id } = await device.start({ title: 'both' })
    const created = await other.next('timer.created')
    assert.deepEqual([created.payload.timer.id, created.payload.action], [id, 'start'])
    for (const action of ['pause', 'resume', 'stop']) {
      await device.ask(`timer.${action}`, { timer_id: id })
      assert.equal((await other.next('timer.updated')).payload.action, action)
    }
    await other.ask('timer.sync')
    await device.ask('timer.sync')
    for (const { received } of [device, other]) {
      assert.equal(received.filter(each => each.type === 'timer.created').length, 1)
      assert.equal(received.filter(each => each.type === 'timer.updated').length, 3)
    }
  })

  it('REST changes are pushed: PATCH as sync, DELETE as timer.deleted', async () => {
    const { id } = await device.start()
    assert.equal((await me.send(`/v1/timers/${id}`, 'PATCH', { title: 'Named' })).status, 200)
    const updated = await device.next('timer.updated')
    assert.deepEqual([updated.payload.action, updated.payload.timer['title']], ['sync', 'Named'])
    assert.equal((await me.send(`/v1/timers/${id}`, 'DELETE')).status, 200)
    assert.deepEqual((await device.next('timer.deleted')).payload, { timer_id: id })
  })

  it('friends are notified of start, pause, resume and stop; the title only if they may see it', async () => {
    const friend = await newPerson(target, `socket-friend-${people++}`)
    const stranger = await newPerson(target, `socket-stranger-${people++}`)
    await befriend(me, friend)
    const [watching, outside] = [await open(friend), await open(stranger)]
    const { id } = await device.start({ title: 'Seen', visibility: { level: 'friends' } })
    const notice = await watching.next('timer.friend_activity')
    assert.equal(notice.from_user, me.id)
    const { display_name, ...payload } = notice.payload
    assert.deepEqual({ ...payload }, { friend_id: me.id, action: 'start', timer_id: id, timer_title: 'Seen' })
    for (const action of ['pause', 'resume', 'stop']) {
      await device.ask(`timer.${action}`, { timer_id: id })
      assert.equal((await watching.next('timer.friend_activity')).payload.action, action)
    }
    await device.start({ title: 'Hidden' })
    assert.equal('timer_title' in (await watching.next('timer.friend_activity')).payload, false)
    await outside.ask('timer.sync')
    assert.equal(
      outside.received.some(each => each.type === 'timer.friend_activity'),
      false,
    )
  })

  it('friends who were offline do not receive missed messages', async () => {
    const friend = await newPerson(target, `socket-friend-${people++}`)
    await befriend(me, friend)
    await device.start()
    await device.ask('timer.sync')
    const late = await open(friend)
    await late.ask('timer.sync')
    assert.equal(
      late.received.some(each => each.type === 'timer.friend_activity'),
      false,
    )
  })

  it('invalid messages get an error and never close the socket', async () => {
    for (const text of ['{', '[]', '"x"', '{}', '{"type":5}', '{"type":"timer.sync","id":""}']) {
      device.socket.send(text)
      assert.equal((await device.next('error')).payload.code, 'INVALID_MESSAGE', text)
    }
    device.socket.send(Buffer.from('{"type":"timer.sync"}'), { binary: true })
    assert.equal((await device.next('error')).payload.code, 'INVALID_MESSAGE')
    device.socket.send('{"type":"timer.explode","payload":{}}')
    assert.equal((await device.next('error')).payload.code, 'UNKNOWN_TYPE')
    assert.equal((await device.ask('timer.sync')).type, 'timer.sync_result')
  })
})
