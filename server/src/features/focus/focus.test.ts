import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc, { runsOn } from '../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { FOCUS_STEPS, playFocusHistory } from '../../../test/support/focus-histories.ts'
import { lastingClient, newPerson } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { newId } from '../../platform/kernel/ids.ts'

const MINUTE = 60_000

forEachStorage('focus runs', (open, name) => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  async function pass(ms: number): Promise<void> {
    server.clock.advance(ms)
    await server.app.jobs.drain()
  }
  const person = async () => lastingClient(server, await newPerson(server, 'ann'))
  const timersOf = async (client: Awaited<ReturnType<typeof person>>) =>
    (await client.timers.list()).map(({ status, elapsed_time }) => [status, Math.round(elapsed_time / 60)])

  it('runs through its phases by the clock: one timer per work phase, one notification per phase', async () => {
    const client = await person()
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const todo = await client.todos.create({ body: { title: 'Write', tag_group_id: group.id } })
    await rejectsWith(client.focus.get(), 404)
    await rejectsWith(
      client.focus.start({ body: { todo_id: newId(), title: 'Write' } }),
      404,
      /^Todo not found/,
    )
    const run = await client.focus.start({
      body: { todo_id: todo.id, work_minutes: 25, break_minutes: 5, long_break_minutes: 15, rounds: 2 },
    })
    assert.deepEqual(
      [run.status, run.phase, run.round, run.next_phase, run.title, run.timer_ids.length],
      ['running', 'work', 1, 'short_break', 'Write', 1],
    )
    await rejectsWith(client.focus.start({ body: {} }), 409)
    const timer = await client.timers.get({ params: { timer_id: run.timer_id ?? '' } })
    assert.deepEqual([timer.todo_id, timer.title, timer.allocated_duration], [todo.id, 'Write', 1500])
    await pass(25 * MINUTE)
    const pause = await client.focus.get()
    assert.deepEqual([pause.phase, pause.timer_id, pause.next_phase], ['short_break', null, 'work'])
    assert.deepEqual(await timersOf(client), [['COMPLETED', 25]])
    await pass(5 * MINUTE)
    await pass(25 * MINUTE)
    assert.equal((await client.focus.get()).phase, 'long_break')
    await pass(15 * MINUTE)
    await rejectsWith(client.focus.get(), 404)
    assert.deepEqual(await timersOf(client), [
      ['COMPLETED', 25],
      ['COMPLETED', 25],
    ])
    const notifications = await client.notifications.list()
    assert.deepEqual(
      notifications.map(({ kind, event, title, read }) => [kind, event, title, read]),
      [
        ['focus', 'focus_ended', 'Write', false],
        ['focus', 'focus_long_break', 'Write', true],
        ['focus', 'focus_work', 'Write', true],
        ['focus', 'focus_short_break', 'Write', true],
      ],
    )
  })

  it('pauses, resumes, skips once for two devices, and stops', async () => {
    const client = await person()
    await rejectsWith(client.focus.pause(), 404)
    await client.focus.start({ body: { title: 'Deep work', work_minutes: 10 } })
    await pass(4 * MINUTE)
    const paused = await client.focus.pause()
    assert.deepEqual([paused.status, paused.phase_ends_at], ['paused', null])
    await rejectsWith(client.focus.pause(), 409)
    await pass(60 * MINUTE)
    const resumed = await client.focus.resume()
    assert.equal(resumed.phase_remaining_seconds, 360)
    await rejectsWith(client.focus.resume(), 409)
    const query = { phase_index: resumed.phase_index }
    const both = await Promise.allSettled([client.focus.skip({ query }), client.focus.skip({ query })])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await client.focus.get()).phase, 'short_break')
    assert.deepEqual(await timersOf(client), [['COMPLETED', 4]])
    const stopped = await client.focus.stop()
    assert.deepEqual([stopped.status, stopped.phase, stopped.next_phase], ['ended', null, null])
    await rejectsWith(client.focus.stop(), 404)
  })

  it('follows its timer, the history and undo', async () => {
    const client = await person()
    const run = await client.focus.start({ body: { preset: 'flowtime' } })
    const timer_id = run.timer_id ?? ''
    await pass(MINUTE)
    await client.timers.trim({
      params: { timer_id },
      body: { end: new Date(server.clock.now()).toISOString() },
    })
    await rejectsWith(client.focus.get(), 404)
    const [last] = await client.history.list()
    assert.deepEqual(last?.entries.map(({ kind }) => kind).sort(), ['focus', 'timer'])
    await client.history.undo({ params: { batch_id: last?.batch_id ?? '' } })
    const again = await client.focus.get()
    assert.deepEqual([again.id, again.status, again.timer_id], [run.id, 'running', timer_id])
    await client.focus.stop()
    await client.focus.start({ body: {} })
    const stop = (await client.history.list()).find(({ entries }) =>
      entries.some(({ id, changed }) => id === run.id && 'ended_at' in changed),
    )
    await rejectsWith(client.history.undo({ params: { batch_id: stop?.batch_id ?? '' } }), 409)
    await client.timers.remove({ params: { timer_id: (await client.focus.get()).timer_id ?? '' } })
    await rejectsWith(client.focus.get(), 404)
  })

  it('goes on with the second part of a timer that is split', async () => {
    const client = await person()
    const run = await client.focus.start({ body: { work_minutes: 10, rounds: 2 } })
    const timer_id = run.timer_id ?? ''
    await pass(4 * MINUTE)
    await client.focus.pause()
    const at = new Date(Date.parse(run.started_at) + 3 * MINUTE).toISOString()
    const [, second] = await client.timers.split({ params: { timer_id }, body: { at } })
    const split = await client.focus.get()
    assert.deepEqual([split.status, split.timer_id, split.timer_ids], ['paused', second?.id, [second?.id]])
    const [last] = await client.history.list()
    await client.history.undo({ params: { batch_id: last?.batch_id ?? '' } })
    assert.deepEqual((await client.focus.get()).timer_ids, [timer_id])
    await client.timers.split({ params: { timer_id }, body: { at } })
    await client.focus.resume()
    await pass(6 * MINUTE)
    assert.equal((await client.focus.get()).phase, 'short_break')
    assert.deepEqual(await timersOf(client), [
      ['COMPLETED', 7],
      ['COMPLETED', 3],
    ])
    await client.focus.stop()
  })

  it('marks the notifications of a stopped run as read, also snoozed ones', async () => {
    const client = await person()
    const unread = () => client.notifications.list({ query: { unread: true } })
    await client.focus.start({ body: { work_minutes: 10, break_minutes: 30, rounds: 2 } })
    await pass(10 * MINUTE)
    assert.deepEqual(
      (await unread()).map(({ event }) => event),
      ['focus_short_break'],
    )
    await client.focus.stop()
    await pass(0)
    assert.deepEqual(await unread(), [])
    await client.focus.start({ body: { work_minutes: 10, break_minutes: 30, rounds: 2 } })
    await pass(10 * MINUTE)
    const [shown] = await unread()
    const params = { notification_id: shown?.id ?? '' }
    await client.notifications.snooze({ params, body: { minutes: 10 } })
    await client.focus.stop()
    await pass(11 * MINUTE)
    assert.deepEqual(await unread(), [])
    assert.equal((await client.notifications.list())[0]?.snoozed_until, null)
  })

  it('starts with the preferences if the request has no body', async () => {
    const client = await person()
    const { token } = await client.tokens.create({
      body: { name: 't', scopes: ['focus:write', 'users:write'] },
    })
    const send = (method: string, path: string, body?: string) =>
      server.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      })
    await client.users.updatePreferences({ body: { focus: { work_minutes: 40 } } })
    await client.users.updatePreferences({ body: { focus: { rounds: 2 } } })
    const { focus } = await client.users.preferences()
    assert.deepEqual([focus?.preset, focus?.work_minutes, focus?.rounds], ['pomodoro', 40, 2])
    const answer = await send('POST', '/v1/focus')
    assert.equal(answer.status, 201)
    const { work_minutes, break_minutes } = (await answer.json()) as {
      work_minutes: number
      break_minutes: number
    }
    assert.deepEqual([work_minutes, break_minutes], [40, 5])
    await client.focus.stop()
    assert.equal((await send('POST', '/v1/focus', '{"rounds":0}')).status, 422)
  })

  it('ends timers at their planned end if a stop is undone after the phase is over', async () => {
    const client = await person()
    const undoLast = async () => {
      const [last] = await client.history.list()
      await client.history.undo({ params: { batch_id: last?.batch_id ?? '' } })
    }
    await client.focus.start({ body: { preset: 'countdown', work_minutes: 10 } })
    await pass(4 * MINUTE)
    await client.focus.stop()
    await pass(30 * MINUTE)
    await undoLast()
    await rejectsWith(client.focus.get(), 404)
    assert.deepEqual(await timersOf(client), [['COMPLETED', 10]])
    await client.focus.start({ body: { work_minutes: 10, break_minutes: 60, rounds: 2 } })
    await pass(4 * MINUTE)
    await client.focus.pause()
    await pass(10 * MINUTE)
    await undoLast()
    assert.equal((await client.focus.get()).phase, 'short_break')
    assert.deepEqual((await timersOf(client))[0], ['COMPLETED', 10])
    await client.focus.stop()
  })

  it('catches up after an outage with the phases and timers of the plan', async () => {
    const client = await person()
    await client.focus.start({
      body: { work_minutes: 25, break_minutes: 5, long_break_minutes: 15, rounds: 3 },
    })
    await pass(40 * MINUTE)
    const run = await client.focus.get()
    assert.deepEqual([run.phase, run.round, run.timer_ids.length], ['work', 2, 2])
    assert.deepEqual(await timersOf(client), [
      ['RUNNING', 10],
      ['COMPLETED', 25],
    ])
    const [notification] = await client.notifications.list()
    assert.deepEqual([notification?.event, notification?.late], ['focus_work', true])
  })

  it('random focus histories: five devices agree with the server, and every work phase is one timer', async () => {
    const minutes = (max: number) => fc.integer({ min: 1, max })
    const history = fc.record({
      plan: fc.record({
        preset: fc.constantFrom('pomodoro', 'flowtime', 'countdown'),
        work_minutes: minutes(40),
        break_minutes: minutes(10),
        long_break_minutes: minutes(20),
        rounds: minutes(3),
      }),
      steps: fc.array(fc.tuple(fc.constantFrom(...FOCUS_STEPS), fc.nat({ max: 1500 })), { maxLength: 8 }),
    })
    const client = await person()
    const play = fc.asyncProperty(history, each => playFocusHistory(server, client, each as never))
    await fc.assert(play, { numRuns: runsOn(name, 32) })
  })
})
