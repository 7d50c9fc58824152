import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { lastingClient, newPerson } from '../../../../test/support/people.ts'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { FORGOTTEN_JOB } from '../open.ts'

const MINUTE = 60_000

forEachStorage('forgotten timers', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  /** Advances the clock and runs the check for forgotten timers. */
  async function pass(ms: number): Promise<void> {
    server.clock.advance(ms)
    const now = server.clock.now()
    await server.storage.write([], tx => enqueue(tx, { kind: FORGOTTEN_JOB, key: '', run_at: now }, now))
    await server.app.jobs.drain()
  }
  async function person(settings: object = {}) {
    const ann = await newPerson(server, 'ann')
    const client = await lastingClient(server, ann)
    await client.users.updatePreferences({ body: { notifications: settings } })
    // Flowtime work timers do not end automatically.
    const run = await client.focus.start({ body: { preset: 'flowtime', title: 'Write', work_minutes: 30 } })
    // Every request counts as activity, including this one.
    const questions = async () =>
      (await client.notifications.list()).filter(({ event }) => event === 'timer_forgotten')
    return { client, questions, timer_id: run.timer_id ?? '', started: Date.parse(run.started_at) }
  }

  it('asks once when a timer measured twice its plan, and again only by another rule', async () => {
    const { client, questions, timer_id, started } = await person()
    await pass(59 * MINUTE)
    assert.deepEqual(await questions(), [])
    await pass(2 * MINUTE)
    const [first, ...none] = await questions()
    assert.deepEqual(none, [])
    assert.deepEqual([first?.kind, first?.resource_id, first?.title], ['timer', timer_id, 'Write'])
    assert.equal(Date.parse(first?.planned_end ?? ''), started + 30 * MINUTE)
    await pass(MINUTE)
    assert.equal((await questions()).length, 1)
    await pass(61 * MINUTE)
    assert.equal((await questions()).length, 2, 'no device was active for an hour')
    assert.equal((await client.timers.get({ params: { timer_id } })).status, 'RUNNING')
    const end = first?.planned_end ?? ''
    const trimmed = await client.timers.trim({ params: { timer_id }, body: { end } })
    assert.deepEqual([trimmed.status, trimmed.elapsed_time], ['COMPLETED', 1800])
  })

  it('asks when a timer runs 30 minutes into the next entry, also of a series', async () => {
    const { client, questions, started } = await person({ timer_factor: 10 })
    const at = (minutes: number) => new Date(started + minutes * MINUTE).toISOString()
    await client.schedules.create({
      body: { title: 'Standup', start_time: at(20), end_time: at(25), recurrence_rule: 'FREQ=DAILY;COUNT=3' },
    })
    await pass(49 * MINUTE)
    assert.deepEqual(await questions(), [])
    await pass(2 * MINUTE)
    const [question] = await questions()
    assert.equal(Date.parse(question?.planned_end ?? ''), started + 20 * MINUTE)
  })

  it('offers the start of the entry also when another rule asks again', async () => {
    const { client, questions, started } = await person()
    const at = (minutes: number) => new Date(started + minutes * MINUTE).toISOString()
    await client.schedules.create({ body: { title: 'Call', start_time: at(20), end_time: at(25) } })
    await pass(51 * MINUTE)
    assert.equal((await questions()).length, 1)
    await pass(10 * MINUTE)
    const ends = (await questions()).map(({ planned_end }) => Date.parse(planned_end ?? ''))
    assert.deepEqual(ends, [started + 20 * MINUTE, started + 20 * MINUTE])
  })

  it('does not ask because of an entry that began while the timer was paused', async () => {
    const { client, questions, started } = await person({ timer_factor: 10 })
    const at = (minutes: number) => new Date(started + minutes * MINUTE).toISOString()
    await client.schedules.create({ body: { title: 'Lunch', start_time: at(20), end_time: at(25) } })
    await pass(10 * MINUTE)
    await client.focus.pause()
    await pass(50 * MINUTE)
    await client.focus.resume()
    await pass(5 * MINUTE)
    assert.deepEqual(await questions(), [])
  })

  itOnce('offers the last sign of life', async () => {
    const { questions } = await person({ timer_factor: 10, timer_silent_minutes: 10 })
    await pass(5 * MINUTE)
    const from = server.clock.now()
    assert.deepEqual(await questions(), [])
    const to = server.clock.now()
    server.clock.advance(MINUTE / 2)
    await pass(9 * MINUTE)
    await pass(MINUTE)
    const [question] = await questions()
    const sign = Date.parse(question?.last_sign ?? '')
    assert.ok(sign >= from && sign <= to, 'the time of the request, not the time at which it was stored')
    assert.ok(Date.parse(question?.sent_at ?? '') >= sign + 10 * MINUTE)
    assert.equal(question?.planned_end, null)
  })

  it('does not ask again about the second part of a split timer, and forgets the question with the timer', async () => {
    const { client, questions, timer_id } = await person()
    await pass(61 * MINUTE)
    const [question] = await questions()
    assert.equal(question?.read, false)
    await client.focus.pause()
    const body = { at: question?.planned_end ?? '' }
    const [, second] = await client.timers.split({ params: { timer_id }, body })
    assert.equal((await client.focus.resume()).timer_id, second?.id)
    await pass(40 * MINUTE)
    assert.deepEqual(
      (await questions()).map(({ id, read }) => [id, read]),
      [[question?.id, true]],
    )
    const timers = await client.timers.list()
    const measured = timers.reduce((sum, { elapsed_time }) => sum + elapsed_time, 0)
    assert.ok(measured >= 101 * 60 && measured <= 102 * 60, 'the parts add up')
    await client.focus.stop()
  })
})
