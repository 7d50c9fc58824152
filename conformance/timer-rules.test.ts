import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Device, type Timer } from './device.ts'
import { befriend, type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const ACTIONS = ['pause', 'resume', 'stop', 'cancel'] as const

/** For each status, `by` is the action that leads to it, and `to` maps each allowed action to the next status. */
const TABLE = {
  RUNNING: { by: undefined, to: { pause: 'PAUSED', stop: 'COMPLETED', cancel: 'CANCELLED' } },
  PAUSED: { by: 'pause', to: { resume: 'RUNNING', stop: 'COMPLETED', cancel: 'CANCELLED' } },
  COMPLETED: { by: 'stop', to: {} },
  CANCELLED: { by: 'cancel', to: {} },
} as const

interface Due extends Item {
  schedules: Item[]
}

describe('the rules of timers', () => {
  let target: Target
  let me: Person
  let device: Device
  before(async () => {
    target = await openTarget({
      WS_RATE_LIMIT_ENABLED: 'false',
      WS_CONNECT_MAX: '1',
      WS_MESSAGE_MAX: '1',
      WS_MAX_CONNECTIONS_PER_USER: '3',
    })
    me = await newPerson(target, 'rules-person')
    device = await new Device(target, { token: me.token }).greeted()
  })
  after(async () => {
    await device.close()
    await target.stop()
  })

  it('WS_RATE_LIMIT_ENABLED=false disables the limits of connections and messages', async () => {
    const token = await target.token('free')
    const devices = Array.from({ length: 3 }, () => new Device(target, { token }))
    for (const device of devices) {
      await device.greeted()
      for (let count = 0; count < 3; count++)
        assert.equal((await device.ask('timer.sync')).type, 'timer.sync_result')
    }
    for (const device of devices) await device.close()
  })

  const dueTodo = async () =>
    me.add<Due>('/v1/todos', {
      title: 'Due',
      tag_group_id: await me.group(),
      deadline: '2030-01-15T10:00:00Z',
    })

  for (const [status, { by, to }] of Object.entries(TABLE)) {
    it(`${status}: ${Object.keys(to).join(', ') || 'nothing'} can be done, anything else fails`, async () => {
      for (const action of ACTIONS) {
        const { id } = await device.start()
        if (by) await device.ask(`timer.${by}`, { timer_id: id })
        const answer = await device.ask(`timer.${action}`, { timer_id: id })
        const next = (to as Record<string, string>)[action]
        if (next) checkChange(answer.payload.timer, action, next)
        else assert.equal(answer.payload.code, `${action.toUpperCase()}_FAILED`)
      }
    })
  }

  function checkChange(timer: Timer, action: string, next: string): void {
    const last = timer.pause_history.at(-1)
    assert.deepEqual([timer.status, last?.action], [next, action])
    assert.equal(last && 'elapsed' in last, action !== 'resume')
    assert.equal(timer['is_running'], next === 'RUNNING')
    assert.equal(timer['segment_started_at'] !== null, next === 'RUNNING')
    assert.equal(timer['ended_at'] !== null, action === 'stop' || action === 'cancel')
    if (next === 'RUNNING') assert.equal(timer['paused_at'], null)
  }

  it('linking a todo also links its earliest schedule, and vice versa; if both are given, both are used unchanged', async () => {
    const [todo, other] = [await dueTodo(), await dueTodo()]
    const schedule_id = todo.schedules[0]?.id
    const links = (timer: Timer) => [timer['todo_id'], timer['schedule_id']]
    assert.deepEqual(links(await device.start({ todo_id: todo.id })), [todo.id, schedule_id])
    assert.deepEqual(links(await device.start({ schedule_id })), [todo.id, schedule_id])
    assert.deepEqual(links(await device.start({ schedule_id, todo_id: other.id })), [other.id, schedule_id])
  })

  it('links must be your own items: otherwise CREATE_FAILED, or 404 over REST; null unlinks', async () => {
    const other = await newPerson(target, 'rules-other')
    const foreign = await other.add('/v1/todos', {
      title: 'Theirs',
      tag_group_id: await other.group(),
      visibility: { level: 'public' },
    })
    const texts = new Set<string>()
    for (const todo_id of [foreign.id, MISSING]) {
      const answer = await device.ask('timer.create', { allocated_duration: 60, todo_id })
      assert.equal(answer.payload.code, 'CREATE_FAILED')
      texts.add(answer.payload.message)
    }
    assert.equal(texts.size, 1)
    const todo = await dueTodo()
    const path = `/v1/timers/${(await device.start()).id}`
    assert.equal((await me.send(path, 'PATCH', { todo_id: foreign.id })).status, 404)
    const linked = (await me.send(path, 'PATCH', { todo_id: todo.id })).body
    assert.deepEqual([linked['todo_id'], linked['schedule_id']], [todo.id, null])
    assert.equal((await me.send(path, 'PATCH', { todo_id: null })).body['todo_id'], null)
  })

  it('allocated_duration is a number above 0 and at most 31,536,000, returned unchanged', async () => {
    for (const allocated_duration of [0.5, 31_536_000])
      assert.equal((await device.start({ allocated_duration }))['allocated_duration'], allocated_duration)
    for (const allocated_duration of [0, -1, 31_536_001, '60', null]) {
      const answer = await device.ask('timer.create', { allocated_duration })
      assert.equal(answer.payload.code, 'CREATE_FAILED', String(allocated_duration))
    }
  })

  it('a repeated id returns the first outcome, even if the timer was deleted', async () => {
    const create = { type: 'timer.create', payload: { allocated_duration: 60 }, id: 'once' }
    const ask = async () => {
      device.socket.send(JSON.stringify(create))
      return device.until(message => message.reply_to === 'once')
    }
    const first = await ask()
    await me.send(`/v1/timers/${first.payload.timer.id}`, 'DELETE')
    const again = await ask()
    assert.deepEqual([again.type, again.seq], ['timer.created', first.seq])
    assert.equal((await me.send(`/v1/timers/${first.payload.timer.id}`)).status, 404)
  })

  it('a blocked friend receives no more messages', async () => {
    const friend = await newPerson(target, 'rules-friend')
    await befriend(me, friend)
    const listening = await new Device(target, { token: friend.token }).greeted()
    const timer = await device.start()
    await listening.until(message => message.payload['timer_id'] === timer.id)
    await me.send(`/v1/friends/block/${friend.id}`, 'POST')
    await device.ask('timer.stop', { timer_id: timer.id })
    await listening.ask('timer.sync')
    const received = listening.received.filter(message => message.type === 'timer.friend_activity')
    assert.deepEqual(
      received.map(message => message.payload.action),
      ['start'],
    )
    await listening.close()
  })

  it('WS_MAX_CONNECTIONS_PER_USER applies even if limits are disabled: the next connection is closed with 4029', async () => {
    const person = await newPerson(target, 'rules-crowd')
    const open = () => new Device(target, { token: person.token })
    const places = [await open().greeted(), await open().greeted(), await open().greeted()]
    assert.equal((await open().ended).code, 4029)
    for (const each of places) await each.close()
  })
})
