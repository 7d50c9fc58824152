import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Timer } from '@daymark/contract/timers/timer'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { type Device, greeted } from '../../../test/support/device.ts'
import { newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'

forEachStorage('timers over REST', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  async function withDevice<T>(person: Person, work: (device: Device) => Promise<T>): Promise<T> {
    const device = await greeted(server, person.id)
    const result = await work(device)
    await device.close()
    return result
  }
  const start = (person: Person, body: object = {}): Promise<Timer> =>
    withDevice(person, async device => (await device.start(body)).payload.timer)
  const end = (person: Person, timer: Timer, type: 'timer.pause' | 'timer.stop' | 'timer.cancel') =>
    withDevice(person, device => device.ask(type, { timer_id: timer.id }))
  const ids = (timers: readonly { id: string }[]) => timers.map(timer => timer.id)

  it('lists the most recently started first and filters by status, in any case', async () => {
    const ann = await newPerson(server, 'ann')
    const timers = [await start(ann), await start(ann), await start(ann), await start(ann)]
    const [running, paused, completed, cancelled] = timers as [Timer, Timer, Timer, Timer]
    await end(ann, paused, 'timer.pause')
    await end(ann, completed, 'timer.stop')
    await end(ann, cancelled, 'timer.cancel')
    assert.deepEqual(ids(await ann.client.timers.list()), ids(timers.toReversed()))
    const withStatus = async (...status: string[]) =>
      ids(await ann.client.timers.list({ query: { status: status as 'RUNNING'[] } }))
    assert.deepEqual(await withStatus('RUNNING'), [running.id])
    assert.deepEqual(await withStatus('paused', 'Completed'), [completed.id, paused.id])
    assert.deepEqual(await withStatus('CANCELLED', 'CANCELLED'), [cancelled.id])
    await rejectsWith(withStatus('DONE'), 422, /status/)
  })

  it('filters by linked schedules and todos', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const todo = await ann.client.todos.create({ body: { title: 'T', tag_group_id: group.id } })
    const schedule = await ann.client.schedules.create({
      body: { title: 'S', start_time: '2026-01-01T10:00:00Z', end_time: '2026-01-01T11:00:00Z' },
    })
    const free = await start(ann)
    const ofSchedule = await start(ann, { schedule_id: schedule.id })
    const ofTodo = await start(ann, { todo_id: todo.id })
    const ofBoth = await start(ann, { todo_id: todo.id, schedule_id: schedule.id })
    const typed = async (type: 'independent' | 'schedule' | 'todo') =>
      ids(await ann.client.timers.list({ query: { type } }))
    assert.deepEqual(await typed('independent'), [free.id])
    assert.deepEqual(await typed('schedule'), [ofBoth.id, ofSchedule.id])
    assert.deepEqual(await typed('todo'), [ofBoth.id, ofTodo.id])
    await rejectsWith(typed('other' as 'todo'), 422, /type/)
    const params = { schedule_id: schedule.id }
    assert.deepEqual(ids(await ann.client.timers.ofSchedule({ params })), [ofBoth.id, ofSchedule.id])
    assert.equal((await ann.client.timers.activeOfSchedule({ params })).id, ofBoth.id)
    const todoParams = { todo_id: todo.id }
    assert.deepEqual(ids(await ann.client.timers.ofTodo({ params: todoParams })), [ofBoth.id, ofTodo.id])
    await end(ann, ofBoth, 'timer.stop')
    assert.equal((await ann.client.timers.activeOfTodo({ params: todoParams })).id, ofTodo.id)
    await rejectsWith(ann.client.timers.ofSchedule({ params: { schedule_id: MISSING } }), 404)
    await rejectsWith(ann.client.timers.activeOfTodo({ params: { todo_id: MISSING } }), 404)
    await end(ann, ofTodo, 'timer.stop')
    await rejectsWith(ann.client.timers.activeOfTodo({ params: todoParams }), 404, /no active timer/)
  })

  it('filters by the start, with days in the zone of the request', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await start(ann)
    const at = Date.parse(`${timer.started_at}Z`)
    const iso = (ms: number) => new Date(ms).toISOString()
    const list = async (query: { start_date?: string; end_date?: string; timezone?: string }) =>
      (await ann.client.timers.list({ query })).length
    assert.equal(await list({ start_date: iso(at), end_date: iso(at) }), 1, 'both ends are included')
    assert.equal(await list({ start_date: iso(at + 1) }), 0)
    assert.equal(await list({ end_date: iso(at - 1) }), 0)
    const here = iso(at).slice(0, 10)
    assert.equal(await list({ start_date: here, end_date: here }), 1)
    const zoned = (zone: string) => Temporal.Instant.from(iso(at)).toZonedDateTimeISO(zone).toPlainDate()
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      for (const [days, count] of [
        [0, 1],
        [-1, 0],
        [1, 0],
      ] as const) {
        const day = String(zoned(timezone).add({ days }))
        assert.equal(await list({ start_date: day, end_date: day, timezone }), count, day)
      }
    }
    await rejectsWith(list({ start_date: '2026-02-01', end_date: '2026-01-01' }), 422)
    await rejectsWith(list({ start_date: 'yesterday' }), 422)
  })

  it('returns pages that add up to the whole', async () => {
    const ann = await newPerson(server, 'ann')
    const all: string[] = []
    for (let i = 0; i < 5; i++) all.unshift((await start(ann)).id)
    const token = await server.issuer.token({ sub: ann.id, name: ann.id }, { now: server.clock.now() })
    const found: string[] = []
    let path: string | undefined = '/v1/timers?limit=2&status=RUNNING'
    while (path) {
      const response = await server.fetch(path, { headers: { authorization: `Bearer ${token}` } })
      found.push(...ids((await response.json()) as { id: string }[]))
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    assert.deepEqual(found, all)
    await rejectsWith(ann.client.timers.list({ query: { cursor: 'nonsense' } }), 422)
  })

  it('reads the active timer: the most recently started one that is running or paused', async () => {
    const ann = await newPerson(server, 'ann')
    await rejectsWith(ann.client.timers.active(), 404, /no active timer/)
    const [first, second] = [await start(ann), await start(ann)]
    assert.equal((await ann.client.timers.active()).id, second.id)
    await end(ann, second, 'timer.pause')
    assert.equal((await ann.client.timers.active()).id, second.id)
    await end(ann, second, 'timer.cancel')
    assert.equal((await ann.client.timers.active()).id, first.id)
  })

  itOnce('measures live without writing', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await start(ann, { allocated_duration: 60 })
    const params = { timer_id: timer.id }
    const before = await ann.client.timers.get({ params })
    server.clock.advance(90_000)
    const later = await ann.client.timers.get({ params })
    const sinceStart = (server.clock.now() - Date.parse(before.started_at ?? '')) / 1000
    assert.ok(later.elapsed_time >= 90 && later.elapsed_time <= sinceStart, 'beyond the allocated time')
    assert.equal(later.elapsed_seconds, later.elapsed_time)
    assert.equal(later.status, 'RUNNING')
    assert.deepEqual(
      { ...later, elapsed_time: 0, elapsed_seconds: 0 },
      { ...before, elapsed_time: 0, elapsed_seconds: 0 },
    )
    assert.match(later.started_at ?? '', /Z$/)
    const inSeoul = await ann.client.timers.get({ params, query: { timezone: 'Asia/Seoul' } })
    assert.match(inSeoul.pause_history[0]?.at ?? '', /\+09:00$/)
  })

  it('changes the metadata of a timer in any status; absent keeps, null clears', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const tag = await ann.client.tags.create({ body: { name: 'T', color: '#112233', group_id: group.id } })
    const todo = await ann.client.todos.create({
      body: { title: 'T', tag_group_id: group.id, deadline: '2026-01-01T10:00:00Z' },
    })
    const timer = await start(ann, { title: 'A', description: 'D' })
    await end(ann, timer, 'timer.stop')
    const params = { timer_id: timer.id }
    const query = { tag_include_mode: 'timer_only' as const }
    const patch = (body: object) => ann.client.timers.update({ params, body, query })
    const changed = await patch({ title: ' B ', tag_ids: [tag.id], todo_id: todo.id })
    assert.deepEqual(
      [changed.title, changed.description, changed.todo_id, changed.schedule_id, ids(changed.tags)],
      ['B', 'D', todo.id, null, [tag.id]],
      'no automatic link',
    )
    assert.equal(changed.status, 'COMPLETED')
    assert.deepEqual(await patch({}), changed)
    const cleared = await patch({ title: null, description: null, todo_id: null, tag_ids: null })
    assert.deepEqual(
      [cleared.title, cleared.description, cleared.todo_id, cleared.tags],
      [null, null, null, []],
    )
    assert.equal((await patch({ visibility: { level: 'public' } })).visibility?.level, 'public')
    assert.equal((await patch({ title: 'C' })).visibility?.level, 'public')
    assert.equal((await patch({ visibility: null })).visibility, null)
    await rejectsWith(patch({ todo_id: MISSING }), 404)
    await rejectsWith(patch({ schedule_id: MISSING }), 404)
    await rejectsWith(patch({ tag_ids: [MISSING] }), 400)
    await rejectsWith(patch({ title: '' }), 422)
    await rejectsWith(ann.client.timers.update({ params: { timer_id: MISSING }, body: {} }), 404)
  })

  it('deletes in any status', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await start(ann, { visibility: { level: 'public' } })
    const params = { timer_id: timer.id }
    assert.deepEqual(await ann.client.timers.remove({ params }), { ok: true })
    await rejectsWith(ann.client.timers.get({ params }), 404)
    await rejectsWith(ann.client.timers.remove({ params }), 404)
  })

  it('keeps a timer whose schedule or todo is deleted', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const todo = await ann.client.todos.create({
      body: { title: 'T', tag_group_id: group.id, deadline: '2026-01-01T10:00:00Z' },
    })
    const timer = await start(ann, { todo_id: todo.id })
    assert.notEqual(timer.schedule_id, null)
    await ann.client.todos.remove({ params: { todo_id: todo.id } })
    const kept = await ann.client.timers.get({ params: { timer_id: timer.id } })
    assert.deepEqual([kept.todo_id, kept.schedule_id], [null, null])
  })

  itOnce('refers from the old paths to the socket', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await start(ann)
    const token = await server.issuer.token({ sub: ann.id, name: ann.id }, { now: server.clock.now() })
    const old: [string, string, number][] = [
      ['POST', '/v1/timers', 405],
      ['POST', '/api/v1/timers', 405],
      ['PATCH', `/v1/timers/${timer.id}/pause`, 404],
      ['PATCH', `/v1/timers/${timer.id}/resume`, 404],
      ['POST', `/v1/timers/${timer.id}/stop`, 404],
    ]
    for (const [method, path, status] of old) {
      const response = await server.fetch(path, { method, headers: { authorization: `Bearer ${token}` } })
      assert.equal(response.status, status, path)
      assert.match(((await response.json()) as { detail: string }).detail, /WebSocket \/v1\/ws\/timers/)
    }
  })
})
