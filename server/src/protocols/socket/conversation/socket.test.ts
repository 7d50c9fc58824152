import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { ServerMessage, ServerMessageOf } from '@daymark/contract/sockets/timer-socket'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { connect, type Device, greeted } from '../../../../test/support/device.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { datetimes, NAIVE, SEOUL, updated } from '../../../../test/support/timer-messages.ts'
import { totalsStore } from '../../../platform/changes/totals-store.ts'

forEachStorage('the timer socket', open => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  const someone = async (name = 'ann') => (await newPerson(server, name)).id

  it('greets with connected, then sends the active timers unasked', async () => {
    const ann = await someone()
    const first = await greeted(server, ann)
    const running = await first.start({ title: 'Running' })
    const paused = await first.start({ title: 'Paused' })
    const done = await first.start()
    await updated(first, 'timer.pause', paused.payload.timer.id)
    await updated(first, 'timer.stop', done.payload.timer.id)
    const second = await connect(server, ann)
    const connected = await second.next('connected')
    assert.equal(connected.payload.user_id, ann)
    assert.ok(connected.payload.message)
    const state = await second.next('timer.sync_result')
    assert.equal(second.received.length, 2)
    assert.equal(state.payload.count, 2)
    assert.equal(state.seq, 5)
    assert.equal('resync' in state.payload, false)
    assert.deepEqual(
      state.payload.timers.map(timer => timer.id),
      [paused.payload.timer.id, running.payload.timer.id],
      'most recently started first',
    )
    await Promise.all([first.close(), second.close()])
  })

  it('notifies every device of the owner once, the sender included, and nobody else', async () => {
    const ann = await someone()
    const devices = await Promise.all([greeted(server, ann), greeted(server, ann), greeted(server, ann)])
    const stranger = await greeted(server, await someone('bob'))
    const [asking, ...others] = devices as [Device, ...Device[]]
    const { timer } = (await asking.start()).payload
    await updated(asking, 'timer.pause', timer.id)
    await updated(asking, 'timer.resume', timer.id)
    await asking.fails('RESUME_FAILED', 'timer.resume', { timer_id: timer.id })
    await updated(asking, 'timer.cancel', timer.id)
    for (const device of [...devices, stranger]) await device.settled()
    const changes = (device: Device) =>
      device.received.filter(message => /^timer\.(created|updated|deleted)$/.test(message.type))
    assert.deepEqual(
      changes(asking).map(message => message.seq),
      [1, 2, 3, 4],
    )
    const withoutReply = ({ reply_to: _id, ...rest }: ServerMessage) => rest
    for (const device of others) {
      assert.deepEqual(changes(device), changes(asking).map(withoutReply))
      assert.equal(device.received.filter(message => message.type === 'error').length, 0)
    }
    assert.equal(changes(stranger).length, 0)
    await Promise.all([...devices, stranger].map(device => device.close()))
  })

  it("writes times in each connection's own zone, regardless of who caused the message", async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const tag = await client.tags.create({ body: { name: 'T', color: '#112233', group_id: group.id } })
    const naive = await greeted(server, ann)
    const seoul = await greeted(server, ann, { query: '?timezone=Asia/Seoul' })
    const offset = await greeted(server, ann, { query: '?timezone=%2B09:00' })
    const plus = await greeted(server, ann, { query: '?timezone=+09:00' })
    const utc = await greeted(server, ann, { query: '?timezone=utc' })
    const { timer } = (await naive.start({ tag_ids: [tag.id] })).payload
    await updated(seoul, 'timer.pause', timer.id)
    await seoul.fails('PAUSE_FAILED', 'timer.pause', { timer_id: timer.id })
    const zones: [Device, RegExp][] = [
      [naive, NAIVE],
      [seoul, SEOUL],
      [offset, SEOUL],
      [plus, SEOUL],
      [utc, /Z$/],
    ]
    const instants: number[][] = []
    for (const [device, shape] of zones) {
      await device.settled()
      const texts = datetimes(device.received)
      assert.ok(texts.length > 20)
      for (const text of texts) assert.match(text, shape)
      const change = device.received.find(message => message.type === 'timer.updated')
      instants.push(datetimes(change).map(text => Date.parse(shape === NAIVE ? `${text}Z` : text)))
    }
    for (const each of instants) assert.deepEqual(each, instants[0])
    await Promise.all(zones.map(([device]) => device.close()))
  })

  it('answers timer.sync to the asking connection only', async () => {
    const ann = await someone()
    const [first, second] = [await greeted(server, ann), await greeted(server, ann)]
    const { timer } = (await first.start()).payload
    const { timer: ended } = (await first.start()).payload
    await updated(first, 'timer.stop', ended.id)
    await second.settled()
    const before = second.received.length
    const one = (await first.ask('timer.sync', { timer_id: timer.id })) as ServerMessageOf<'timer.updated'>
    assert.equal(one.type, 'timer.updated')
    assert.equal(one.payload.action, 'sync')
    assert.equal(one.payload.timer.id, timer.id)
    assert.equal(one.from_user, ann)
    const active = await first.ask('timer.sync')
    const all = await first.ask('timer.sync', { scope: 'all' })
    assert.ok(active.type === 'timer.sync_result' && all.type === 'timer.sync_result')
    assert.deepEqual([active.payload.count, all.payload.count], [1, 2])
    assert.deepEqual([one.seq, active.seq, all.seq], [3, 3, 3])
    await second.settled()
    assert.equal(second.received.length, before + 1, 'only its own answer')
    await Promise.all([first.close(), second.close()])
  })

  it('carries the number of the log in every reply, and sends all changes up to it first', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const device = await greeted(server, ann)
    const current = () => server.storage.read(db => totalsStore(db).currentSeq(ann))
    const group = () => client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const { timer } = (await device.start()).payload
    const pause = () => device.ask('timer.pause', { timer_id: timer.id }, 'pause-1')
    const paused = await pause()
    assert.deepEqual([paused.type, paused.seq], ['timer.updated', await current()])
    await group()
    assert.equal((await pause()).seq, paused.seq, 'a repeated command has the number of its change')
    const replies = [
      () => device.ask('timer.pause', { timer_id: timer.id }),
      () => device.ask('timer.pause', { timer_id: timer.id }, 'refused-1'),
      () => device.ask('timer.pause', { timer_id: timer.id }, 'refused-1'),
      () => device.ask('timer.pause', { timer_id: 'x' }),
      () => device.ask('timer.sync', { timer_id: timer.id }),
      () => device.ask('timer.sync'),
    ]
    for (const ask of replies) {
      await group()
      const reply = await ask()
      assert.equal(reply.seq, await current(), JSON.stringify(reply))
    }
    device.sendText('{')
    assert.equal((await device.next('error')).seq, await current())
    await client.timers.update({ params: { timer_id: timer.id }, body: { title: 'New' } })
    const refused = await device.ask('timer.pause', { timer_id: timer.id })
    assert.equal(refused.seq, await current())
    const [renamed] = device.received.slice(0, -1).filter(message => message.seq === refused.seq)
    assert.ok(renamed?.type === 'timer.updated' && renamed.payload.timer.title === 'New')
    await client.timers.remove({ params: { timer_id: timer.id } })
    // Otherwise the socket finds a gap in the log and closes.
    await device.next('timer.deleted')
    await server.storage.write([], tx =>
      tx.sql.deleteFrom('changes').where('owner_id', '=', ann).where('kind', '=', 'timer').execute(),
    )
    const gone = await pause()
    assert.deepEqual([gone.type, gone.seq], ['timer.deleted', await current()])
    await device.close()
  })

  it('lets exactly one of two racing devices win', async () => {
    const ann = await someone()
    const [first, second] = [await greeted(server, ann), await greeted(server, ann)]
    for (let round = 0; round < 10; round++) {
      const { timer } = (await first.start()).payload
      const answers = await Promise.all(
        [first, second].map(device => device.ask('timer.pause', { timer_id: timer.id })),
      )
      assert.deepEqual(answers.map(answer => answer.type).sort(), ['error', 'timer.updated'])
      const [error] = answers.filter(answer => answer.type === 'error')
      assert.ok(error?.type === 'error' && error.payload.code === 'PAUSE_FAILED')
    }
    await Promise.all([first.close(), second.close()])
  })

  it('processes the messages of one connection in order, even from one packet', async () => {
    const device = await greeted(server, await someone())
    const { timer } = (await device.start()).payload
    const types = [
      'timer.pause',
      'timer.resume',
      'timer.pause',
      'timer.resume',
      'timer.stop',
      'timer.pause',
    ] as const
    for (const [i, type] of types.entries()) {
      device.send(type, { timer_id: timer.id }, `in-order-${timer.id}-${i}`)
    }
    const last = await device.until(message => message.reply_to === `in-order-${timer.id}-5`)
    assert.equal(last.type, 'error')
    const replies = device.received.filter(message => message.reply_to?.startsWith(`in-order-${timer.id}`))
    assert.deepEqual(
      replies.map(message => message.reply_to),
      types.map((_, i) => `in-order-${timer.id}-${i}`),
    )
    await device.close()
  })

  it('stays usable after every bad message', async () => {
    const device = await greeted(server, await someone())
    const bad: [string | Buffer, string][] = [
      ['[1]', 'INVALID_MESSAGE'],
      ['null', 'INVALID_MESSAGE'],
      ['5', 'INVALID_MESSAGE'],
      ['"x"', 'INVALID_MESSAGE'],
      ['{}', 'INVALID_MESSAGE'],
      ['', 'INVALID_MESSAGE'],
      ['{', 'INVALID_MESSAGE'],
      [Buffer.from('{"type":"timer.sync"}'), 'INVALID_MESSAGE'],
      [Buffer.alloc(0), 'INVALID_MESSAGE'],
      ['{"type":"timer.explode"}', 'UNKNOWN_TYPE'],
      ['{"type":"connected","payload":{}}', 'UNKNOWN_TYPE'],
      ['{"type":"timer.pause"}', 'PAUSE_FAILED'],
      ['{"type":"timer.pause","payload":[1]}', 'PAUSE_FAILED'],
      ['{"type":"timer.stop","payload":{"timer_id":5}}', 'STOP_FAILED'],
      ['{"type":"timer.sync","payload":{"scope":"x"}}', 'SYNC_FAILED'],
      [
        `{"type":"timer.create","payload":{"allocated_duration":1,"title":"${'x'.repeat(256)}"}}`,
        'CREATE_FAILED',
      ],
      [`{"type":"timer.create","x":"${'y'.repeat(60_000)}"}`, 'CREATE_FAILED'],
    ]
    for (const [text, code] of bad) {
      device.sendText(text)
      const error = await device.next('error')
      assert.equal(error.payload.code, code, String(text))
      assert.equal(error.reply_to, undefined)
    }
    // Sends an invalid UTF-8 text frame, which the client library would never send on its own.
    device.socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false })
    assert.equal((await device.next('error')).payload.code, 'INVALID_MESSAGE')
    await device.start()
    await device.close()
  })

  it('sends an error to the asking connection only, with the id if it has one', async () => {
    const device = await greeted(server, await someone())
    device.sendText('{"type":"timer.explode","id":"boom"}')
    assert.equal((await device.next('error')).reply_to, 'boom')
    device.sendText(`{"type":"timer.sync","id":"${'x'.repeat(65)}"}`)
    const error = await device.next('error')
    assert.equal(error.payload.code, 'INVALID_MESSAGE')
    assert.equal(error.reply_to, undefined)
    await device.close()
  })
})
