// Also covers the timer socket's connection and message limits.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Device, type Message } from './device.ts'
import { newPerson } from './person.ts'
import { openTarget, type Target } from './target.ts'

/** Returns all strings in a message that look like a datetime. */
const datetimes = (message: Message): string[] =>
  [...JSON.stringify(message).matchAll(/"(\d{4}-\d\d-\d\dT[^"]*)"/g)].map(match => match[1] ?? '')

describe('the time zone of a connection', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())

  it('applies to every datetime, separately for each connection; the default is UTC without a suffix', async () => {
    const me = await newPerson(target, 'zones-person')
    const group = await me.group()
    const tag = await me.tag(group, 'tag')
    const deadline = '2030-07-01T10:00:00Z'
    const todo = await me.add('/v1/todos', { title: 'T', tag_group_id: group, deadline, tag_ids: [tag] })
    const zones: [query: string, suffix: RegExp][] = [
      ['', /T\d\d:\d\d:\d\d(\.\d{3})?$/],
      ['?timezone=UTC', /T\d\d:\d\d:\d\d(\.\d{3})?Z$/],
      ['?timezone=utc', /Z$/],
      [`?timezone=${encodeURIComponent('+05:30')}`, /\+05:30$/],
      ['?timezone=Asia/Seoul', /\+09:00$/],
    ]
    const devices = zones.map(([query]) => new Device(target, { token: me.token, query }))
    for (const device of devices) await device.greeted()
    const payload = { allocated_duration: 60, todo_id: todo.id, tag_ids: [tag] }
    devices[0]?.socket.send(JSON.stringify({ type: 'timer.create', payload }))
    const moments = new Set<number>()
    for (const [index, device] of devices.entries()) {
      const created = await device.next('timer.created')
      for (const message of device.received) {
        for (const text of datetimes(message)) assert.match(text, zones[index]?.[1] ?? /never/)
      }
      assert.ok(datetimes(created).length >= 5)
      const at = created.payload.timer.pause_history[0]?.at ?? ''
      moments.add(Date.parse(index === 0 ? `${at}Z` : at))
      await device.close()
    }
    assert.equal(moments.size, 1, 'the same instant on each')
  })

  it('uses the offset of the date in zones with DST', async () => {
    const me = await newPerson(target, 'summer-person')
    const group = await me.group()
    const path = `/v1/todos?group_ids=${group}&timezone=America/New_York`
    await me.add('/v1/todos', { title: 'T', tag_group_id: group, deadline: '2030-07-01T10:00:00Z' })
    await me.add('/v1/todos', { title: 'T', tag_group_id: group, deadline: '2030-12-01T10:00:00Z' })
    const { body } = await me.send<{ deadline: string }[]>(path)
    assert.deepEqual(
      body.map(each => each.deadline),
      ['2030-07-01T06:00:00-04:00', '2030-12-01T05:00:00-05:00'],
    )
  })
})

describe('the connection limit and the message limit', () => {
  let target: Target
  before(async () => {
    target = await openTarget({ WS_CONNECT_MAX: '3', WS_MESSAGE_MAX: '5' })
  })
  after(() => target.stop())

  it('after WS_CONNECT_MAX connections in a window, the next is closed with 4029 before connected', async () => {
    const token = await target.token('crowd')
    const open = () => new Device(target, { token })
    for (let count = 0; count < 3; count++) await (await open().greeted()).close()
    const refused = open()
    assert.equal((await refused.ended).code, 4029)
    assert.deepEqual(refused.received, [])
    const other = new Device(target, { token: await target.token('not of the crowd') })
    await (await other.greeted()).close()
  })

  it('the limit of connections is checked before the timezone', async () => {
    const token = await target.token('crowd')
    assert.equal((await new Device(target, { token, query: '?timezone=x' }).ended).code, 4029)
  })

  it('of messages is per user: a message over it is not run and gets RATE_LIMIT_EXCEEDED, and the connection stays open', async () => {
    const token = await target.token('talker')
    const [a, b] = [new Device(target, { token }), new Device(target, { token })]
    await a.greeted()
    await b.greeted()
    for (let count = 0; count < 4; count++)
      assert.equal((await a.ask('timer.sync')).type, 'timer.sync_result')
    const last = await b.start()
    for (const device of [a, b]) {
      const { type, payload } = await device.ask('timer.stop', { timer_id: last.id })
      assert.deepEqual([type, payload.code], ['error', 'RATE_LIMIT_EXCEEDED'])
      assert.equal(device.socket.readyState, device.socket.OPEN)
    }
    const { body } = await target.request('/v1/timers/active', { token })
    assert.equal(body['status'], 'RUNNING')
    await a.close()
    await b.close()
  })

  it('of messages counts invalid ones too', async () => {
    const device = await new Device(target, { token: await target.token('mumbler') }).greeted()
    for (let count = 0; count < 6; count++) device.socket.send('{')
    const codes: string[] = []
    for (let count = 0; count < 6; count++) codes.push((await device.next('error')).payload.code)
    assert.deepEqual(codes, [...Array(5).fill('INVALID_MESSAGE'), 'RATE_LIMIT_EXCEEDED'])
    await device.close()
  })
})
