import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { ServerMessage } from '@daymark/contract/sockets/timer-socket'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { connect, type Device, greeted } from '../../../../test/support/device.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { prune } from '../../../platform/changes/retention.ts'

const DAY = 86_400_000

forEachStorage('exactly once, nothing missed:', open => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  /** Returns all messages that a new connection receives up to and including the state. */
  async function receivedAtConnection(
    userId: string,
    query: string,
  ): Promise<{ device: Device; received: ServerMessage[] }> {
    const device = await connect(server, userId, { query })
    await device.next('timer.sync_result')
    return { device, received: device.received.slice() }
  }

  it('runs a message with an id once, and gives the same answer each time', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const [first, second] = [await greeted(server, ann), await greeted(server, ann)]
    const payload = { allocated_duration: 60, title: 'Once' }
    const original = await first.ask('timer.create', payload, 'create-1')
    const again = await first.ask('timer.create', payload, 'create-1')
    // Waits for this change, so that it is not mistaken for the response below.
    await second.next('timer.created')
    const elsewhere = await second.ask('timer.create', { allocated_duration: 5 }, 'create-1')
    assert.deepEqual(again, original)
    assert.deepEqual(elsewhere, original)
    assert.equal((await client.timers.list()).length, 1)
    await second.settled()
    assert.equal(second.received.filter(message => message.seq === 1 && !message.reply_to).length, 1)
    await Promise.all([first.close(), second.close()])
    const later = await greeted(server, ann)
    assert.deepEqual(await later.ask('timer.create', payload, 'create-1'), original)
    await later.close()
  })

  it('returns the first outcome even if it was a failure', async () => {
    const device = await greeted(server, (await newPerson(server, 'ann')).id)
    const { timer } = (await device.start()).payload
    const resume = () => device.ask('timer.resume', { timer_id: timer.id }, 'resume-1')
    const failed = await resume()
    assert.equal(failed.type, 'error')
    await device.ask('timer.pause', { timer_id: timer.id })
    const repeated = await resume()
    assert.deepEqual(repeated.payload, failed.payload, 'although it would be possible now')
    assert.deepEqual([failed.seq, repeated.seq], [1, 2], 'a refusal carries the current number')
    const bad = await device.ask('timer.pause', {}, 'bad-1')
    const corrected = await device.ask('timer.pause', { timer_id: timer.id }, 'bad-1')
    assert.deepEqual(corrected.payload, bad.payload)
    await device.close()
  })

  it('keeps the ids of different people separate', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    for (const person of [ann, bob]) {
      const device = await greeted(server, person.id)
      await device.ask('timer.create', { allocated_duration: 60 }, 'the-same')
      assert.equal((await person.client.timers.list()).length, 1)
      await device.close()
    }
  })

  it('runs a repeated message once when both arrive at the same moment', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const devices = await Promise.all([greeted(server, ann), greeted(server, ann), greeted(server, ann)])
    const answers = await Promise.all(
      devices.map(device => device.ask('timer.create', { allocated_duration: 60 }, 'at-once')),
    )
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
    assert.equal((await client.timers.list()).length, 1)
    await Promise.all(devices.map(device => device.close()))
  })

  it('numbers the changes of each person without gaps', async () => {
    const device = await greeted(server, (await newPerson(server, 'ann')).id)
    const { timer } = (await device.start()).payload
    for (const type of ['timer.pause', 'timer.pause', 'timer.resume', 'timer.stop'] as const) {
      await device.ask(type, { timer_id: timer.id })
    }
    const seqs = device.received.flatMap(message => (message.type === 'error' ? [] : (message.seq ?? [])))
    assert.deepEqual(seqs, [0, 1, 2, 3, 4])
    await device.close()
  })

  it('sends missed changes on connection, in order, before the state', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const device = await greeted(server, ann)
    const { timer } = (await device.start({ title: 'First' })).payload
    const params = { timer_id: timer.id }
    await device.ask('timer.pause', params)
    await client.timers.update({ params, body: { title: 'Second' } })
    await client.timers.remove({ params })
    await device.start()
    await device.settled()
    const live = device.received.filter(message => /created|updated|deleted/.test(message.type))
    const { device: late, received } = await receivedAtConnection(ann, '?since=1')
    assert.deepEqual(
      received.map(message => message.type),
      ['connected', 'timer.updated', 'timer.updated', 'timer.deleted', 'timer.created', 'timer.sync_result'],
    )
    const withoutReply = ({ reply_to: _id, ...rest }: ServerMessage) => rest
    assert.deepEqual(received.slice(1, -1), live.slice(1).map(withoutReply), 'exactly as they were sent live')
    assert.equal(received.at(-1)?.seq, 5)
    const { device: current, received: nothing } = await receivedAtConnection(ann, '?since=5')
    assert.equal(nothing.length, 2)
    assert.equal('resync' in (nothing[1]?.payload ?? {}), false)
    await Promise.all([device, late, current].map(each => each.close()))
  })

  it('sends missed changes on request too', async () => {
    const device = await greeted(server, (await newPerson(server, 'ann')).id)
    const { timer } = (await device.start()).payload
    await device.ask('timer.pause', { timer_id: timer.id })
    const before = device.received.length
    await device.ask('timer.sync', { since: 0 }, 'catch-up')
    const received = device.received.slice(before)
    assert.deepEqual(
      received.map(message => [message.type, message.seq, message.reply_to]),
      [
        ['timer.created', 1, undefined],
        ['timer.updated', 2, undefined],
        ['timer.sync_result', 2, 'catch-up'],
      ],
    )
    await device.close()
  })

  it('asks to start over when since is in the future, before the log, or invalid', async () => {
    const ann = (await newPerson(server, 'ann')).id
    const device = await greeted(server, ann)
    await device.start()
    for (const since of ['2', '99999999999', '-1', 'x', '', '1.5']) {
      const { device: late, received } = await receivedAtConnection(ann, `?since=${since}`)
      const state = received.at(-1)
      assert.ok(state?.type === 'timer.sync_result' && state.payload.resync === true, since)
      assert.equal(state.payload.count, 1)
      assert.equal(received.length, 2)
      await late.close()
    }
    const asked = await device.ask('timer.sync', { since: 7 })
    assert.ok(asked.type === 'timer.sync_result' && asked.payload.resync === true)
    await device.close()
  })

  it('keeps changes as long as the log, and outcomes for 30 days', async () => {
    const { id: ann } = await newPerson(server, 'ann')
    // Uses a new token each time, because the previous one has expired.
    const timers = async () => (await server.as(ann)).timers.list()
    const device = await greeted(server, ann)
    await device.ask('timer.create', { allocated_duration: 60 }, 'daily')
    server.clock.advance(30 * DAY - 60_000)
    await device.close()
    const soon = await greeted(server, ann)
    await soon.ask('timer.create', { allocated_duration: 60 }, 'daily')
    assert.equal((await timers()).length, 1)
    server.clock.advance(120_000)
    const nextMonth = await greeted(server, ann)
    await nextMonth.ask('timer.create', { allocated_duration: 60 }, 'daily')
    assert.equal((await timers()).length, 2)
    const { device: inTime, received } = await receivedAtConnection(ann, '?since=1')
    assert.deepEqual(
      received.map(message => message.seq),
      [undefined, 2, 2],
    )
    server.clock.advance(30 * DAY)
    await prune(server.storage, server.clock.now(), 59)
    const { device: tooLate, received: afresh } = await receivedAtConnection(ann, '?since=0')
    const state = afresh.at(-1)
    assert.ok(state?.type === 'timer.sync_result' && state.payload.resync === true)
    await Promise.all([soon, nextMonth, inTime, tooLate].map(each => each.close()))
  })

  it('shows each missed change with the history of its moment, even of a deleted timer', async () => {
    const { id: ann, client } = await newPerson(server, 'ann')
    const device = await greeted(server, ann)
    const { timer } = (await device.start()).payload
    for (const type of ['timer.pause', 'timer.resume', 'timer.stop'] as const) {
      await device.ask(type, { timer_id: timer.id })
    }
    await client.timers.remove({ params: { timer_id: timer.id } })
    const { device: late, received } = await receivedAtConnection(ann, '?since=0')
    const lengths = received.flatMap(({ payload }) =>
      'timer' in payload ? payload.timer.pause_history.length : [],
    )
    assert.deepEqual(lengths, [1, 2, 3, 4])
    await Promise.all([device.close(), late.close()])
  })
})
