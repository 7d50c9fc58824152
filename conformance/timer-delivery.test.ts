import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { Device } from './device.ts'
import { openTarget, type Target } from './target.ts'

describe('delivery on the timer socket', () => {
  let target: Target
  let token: string
  let people = 0
  let devices: Device[]
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())
  beforeEach(async () => {
    token = await target.token(`delivery-person-${people++}`)
    devices = []
  })
  afterEach(async () => {
    for (const device of devices) await device.close()
  })

  const open = (query = '') => {
    const device = new Device(target, { token, query })
    devices.push(device)
    return device
  }
  const create = (device: Device, id: string) =>
    device.socket.send(JSON.stringify({ type: 'timer.create', payload: { allocated_duration: 60 }, id }))

  it('a repeated id has no effect and returns the first outcome, even after a reconnect', async () => {
    const device = await open().greeted()
    create(device, 'once')
    const first = await device.next('timer.created')
    assert.equal(first.reply_to, 'once')
    create(device, 'once')
    const second = await device.until(message => message.reply_to === 'once')
    assert.deepEqual([second.type, second.payload.timer.id], ['timer.created', first.payload.timer.id])
    await device.close()
    const again = await open().greeted()
    create(again, 'once')
    const third = await again.until(message => message.reply_to === 'once')
    assert.equal(third.payload.timer.id, first.payload.timer.id)
    assert.equal((await again.ask('timer.sync', { scope: 'all' })).payload.count, 1)
  })

  it('errors have reply_to, and a repeated command returns the same error', async () => {
    const device = await open().greeted()
    for (let count = 0; count < 2; count++) {
      device.socket.send(JSON.stringify({ type: 'timer.pause', payload: { timer_id: 'x' }, id: 'bad' }))
      const { reply_to, payload } = await device.next('error')
      assert.deepEqual([reply_to, payload.code], ['bad', 'PAUSE_FAILED'])
    }
  })

  it('changes have a seq, and since sends missed changes in order before the result', async () => {
    const device = await open().greeted()
    const { id } = await device.start()
    const seen = device.received.findLast(message => message.type === 'timer.created')?.seq ?? 0
    assert.ok(seen > 0)
    for (const action of ['pause', 'resume', 'stop']) await device.ask(`timer.${action}`, { timer_id: id })
    const late = await open(`?since=${seen}`).greeted()
    const missed = late.received.filter(message => message.type === 'timer.updated')
    assert.deepEqual(
      missed.map(message => message.payload.action),
      ['pause', 'resume', 'stop'],
    )
    assert.deepEqual(
      missed.map(message => message.seq),
      [seen + 1, seen + 2, seen + 3],
    )
    const result = late.received.at(-1)
    assert.deepEqual([result?.type, result?.seq, result?.payload.count], ['timer.sync_result', seen + 3, 0])
    const asked = await device.ask('timer.sync', { since: seen + 2 })
    assert.equal(asked.type, 'timer.sync_result')
    const before = device.received.at(-2)
    assert.deepEqual([before?.type, before?.payload.action], ['timer.updated', 'stop'])
  })

  it('since beyond the current seq returns resync', async () => {
    const result = await open('?since=999').next('timer.sync_result')
    assert.equal(result.payload['resync'], true)
  })

  it('if two devices pause the same timer, exactly one succeeds', async () => {
    const [a, b] = [await open().greeted(), await open().greeted()]
    const { id } = await a.start()
    const answers = await Promise.all([a, b].map(each => each.ask('timer.pause', { timer_id: id })))
    assert.deepEqual(answers.map(each => each.type).sort(), ['error', 'timer.updated'])
  })

  it('a frame over 64 KiB closes with 1009', async () => {
    const device = await open().greeted()
    device.socket.send(JSON.stringify({ type: 'timer.sync', payload: { text: 'x'.repeat(70_000) } }))
    assert.equal((await device.ended).code, 1009)
  })

  it('a server closes its sockets with 1001 when it shuts down', async () => {
    const own = await openTarget({})
    const device = await new Device(own, { token: await own.token('leaving') }).greeted()
    await own.stop()
    assert.equal((await device.ended).code, 1001)
  })
})
