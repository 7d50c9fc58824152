// Covers timers over REST. The timer-*.test.ts files cover the socket and corrections.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { Device, type Timer } from './device.ts'
import { type Item, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const TIMES = { start_time: '2030-01-01T09:00:00Z', end_time: '2030-01-01T10:00:00Z' }

describe('timers over REST', () => {
  let target: Target
  let me: Person
  let device: Device
  let people = 0
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())
  afterEach(() => device.close())
  beforeEach(async () => {
    me = await newPerson(target, `timers-person-${people++}`)
    device = await new Device(target, { token: me.token }).greeted()
  })

  const list = async (query = '') => (await me.send<Timer[]>(`/v1/timers${query}`)).body
  const ids = (timers: { id: string }[]) => timers.map(each => each.id)
  const control = (action: string, timer_id: string) => device.ask(`timer.${action}`, { timer_id })

  it('GET /v1/timers lists your own timers as an array, most recently started first', async () => {
    const [a, b] = [await device.start(), await device.start()]
    assert.deepEqual(ids(await list()), [b.id, a.id])
  })

  it('every timer has the fields of both response schemas', async () => {
    const { id } = await device.start({ title: 'T' })
    const { status, body } = await me.send<Timer>(`/v1/timers/${id}`)
    assert.equal(status, 200)
    for (const field of [
      ...['schedule_id', 'todo_id', 'title', 'description', 'allocated_duration', 'elapsed_time', 'status'],
      ...['started_at', 'paused_at', 'ended_at', 'pause_history', 'created_at', 'updated_at', 'schedule'],
      ...['todo', 'tags', 'owner_id', 'is_shared', 'visibility_level', 'elapsed_seconds', 'is_running'],
    ]) {
      assert.ok(field in body, field)
    }
    assert.equal(body['is_running'], true)
    assert.equal(body['elapsed_seconds'], body.elapsed_time)
    assert.match(String(body['started_at']), /Z$/)
  })

  it('status selects timers with any of the given values; an unknown value is 422', async () => {
    const [running, paused, done] = [await device.start(), await device.start(), await device.start()]
    await control('pause', paused.id)
    await control('stop', done.id)
    assert.deepEqual(ids(await list('?status=PAUSED')), [paused.id])
    assert.deepEqual(ids(await list('?status=RUNNING&status=completed')), [done.id, running.id])
    assert.equal((await me.send('/v1/timers?status=ASLEEP')).status, 422)
  })

  it('type is independent, schedule or todo', async () => {
    const todo = await me.add('/v1/todos', { title: 'T', tag_group_id: await me.group() })
    const schedule = await me.add('/v1/schedules', { title: 'S', ...TIMES })
    const free = await device.start()
    const ofTodo = await device.start({ todo_id: todo.id })
    const ofSchedule = await device.start({ schedule_id: schedule.id })
    assert.deepEqual(ids(await list('?type=independent')), [free.id])
    assert.deepEqual(ids(await list('?type=todo')), [ofTodo.id])
    assert.deepEqual(ids(await list('?type=schedule')), [ofSchedule.id])
    assert.equal((await me.send('/v1/timers?type=other')).status, 422)
    assert.deepEqual(ids((await me.send<Timer[]>(`/v1/todos/${todo.id}/timers`)).body), [ofTodo.id])
    const path = `/v1/schedules/${schedule.id}/timers`
    assert.deepEqual(ids((await me.send<Timer[]>(path)).body), [ofSchedule.id])
    assert.equal((await me.send(`${path}/active`)).body.id, ofSchedule.id)
    await control('stop', ofSchedule.id)
    assert.equal((await me.send(`${path}/active`)).status, 404)
  })

  it('start_date and end_date limit started_at', async () => {
    const { id, ...timer } = await device.start()
    const at = String(timer['started_at'])
    const today = new Date().toISOString().slice(0, 10)
    // The datetime in the message has no offset, so it is UTC.
    const started = `${at}Z`
    for (const query of [`start_date=${started}`, `end_date=${started}`, `end_date=${today}`])
      assert.ok(ids(await list(`?${query}`)).includes(id), query)
    assert.deepEqual(await list('?start_date=2100-01-01'), [])
    assert.deepEqual(await list('?end_date=2000-01-01'), [])
    assert.equal((await me.send('/v1/timers?start_date=2030-01-02&end_date=2030-01-01')).status, 422)
  })

  it('include_schedule and include_todo include the linked items; by default they are omitted', async () => {
    const group = await me.group()
    const todo = await me.add('/v1/todos', { title: 'T', tag_group_id: group, deadline: TIMES.start_time })
    const { id } = await device.start({ todo_id: todo.id })
    const bare = (await me.send<Fields>(`/v1/timers/${id}`)).body
    assert.deepEqual([bare['schedule'], bare['todo']], [null, null])
    assert.ok(bare['schedule_id'], 'the schedule of the todo is linked too')
    const [full] = (await list('?include_schedule=true&include_todo=true')) as {
      todo?: Item
      schedule?: Item
    }[]
    assert.equal(full?.todo?.id, todo.id)
    assert.equal(full?.schedule?.id, bare['schedule_id'])
  })

  it('tag_include_mode is none, timer_only or inherit_from_schedule', async () => {
    const group = await me.group()
    const [own, inherited] = [await me.tag(group, 'own'), await me.tag(group, 'inherited')]
    const schedule = await me.add('/v1/schedules', { title: 'S', ...TIMES, tag_ids: [inherited] })
    await device.start({ schedule_id: schedule.id, tag_ids: [own] })
    const tags = async (query: string) => ids((await list(query))[0]?.['tags'] as Item[]).sort()
    assert.deepEqual(await tags(''), [])
    assert.deepEqual(await tags('?tag_include_mode=none'), [])
    assert.deepEqual(await tags('?tag_include_mode=timer_only'), [own])
    assert.deepEqual(await tags('?tag_include_mode=inherit_from_schedule'), [own, inherited].sort())
    assert.equal((await me.send('/v1/timers?tag_include_mode=all')).status, 422)
  })

  it('timezone converts the returned datetimes', async () => {
    await device.start()
    const [timer] = await list('?timezone=Asia/Seoul')
    assert.match(String(timer?.['started_at']), /\+09:00$/)
    assert.match(String(timer?.pause_history[0]?.at), /\+09:00$/)
    assert.equal((await me.send('/v1/timers?timezone=Nowhere')).status, 422)
  })

  it('GET /v1/timers/active returns the most recently started active timer, or 404', async () => {
    assert.equal((await me.send('/v1/timers/active')).status, 404)
    const [a, b] = [await device.start(), await device.start()]
    assert.equal((await me.send('/v1/timers/active')).body.id, b.id)
    await control('pause', b.id)
    assert.equal((await me.send('/v1/timers/active')).body.id, b.id)
    await control('stop', b.id)
    assert.equal((await me.send('/v1/timers/active')).body.id, a.id)
  })

  it('PATCH accepts title, description, tag_ids and visibility', async () => {
    const tag = await me.tag(await me.group(), 'tag')
    const { id } = await device.start()
    const change = { title: 'N', description: 'D', tag_ids: [tag], visibility: { level: 'public' } }
    const { status, body } = await me.send(`/v1/timers/${id}?tag_include_mode=timer_only`, 'PATCH', change)
    assert.equal(status, 200)
    assert.deepEqual([body.title, body['description'], ids(body['tags'] as Item[])], ['N', 'D', [tag]])
    assert.equal((body['visibility'] as Fields)['level'], 'public')
    const cleared = await me.send(`/v1/timers/${id}`, 'PATCH', { title: null })
    assert.equal(cleared.body.title, null)
  })

  it('DELETE removes the timer, in any status', async () => {
    const { id } = await device.start()
    const { status, body } = await me.send<Fields>(`/v1/timers/${id}`, 'DELETE')
    assert.deepEqual([status, body], [200, { ok: true }])
    assert.equal((await me.send(`/v1/timers/${id}`)).status, 404)
    assert.equal((await me.send(`/v1/timers/${MISSING}`, 'DELETE')).status, 404)
  })

  it('deleting the linked todo or schedule keeps the timer', async () => {
    const group = await me.group()
    const todo = await me.add('/v1/todos', { title: 'T', tag_group_id: group, deadline: TIMES.start_time })
    const { id } = await device.start({ todo_id: todo.id })
    await me.send(`/v1/todos/${todo.id}`, 'DELETE')
    const { body } = await me.send<Fields>(`/v1/timers/${id}`)
    assert.deepEqual([body['todo_id'], body['schedule_id']], [null, null])
  })

  it('timers cannot be created, paused, resumed or stopped over REST', async () => {
    const { id } = await device.start()
    const post = await me.send('/v1/timers', 'POST', { allocated_duration: 60 })
    assert.equal(post.status, 405)
    assert.match(String(post.body['detail']), /WebSocket/)
    for (const [method, action] of [
      ['PATCH', 'pause'],
      ['PATCH', 'resume'],
      ['POST', 'stop'],
    ] as const) {
      const { status } = await me.send(`/v1/timers/${id}/${action}`, method, {})
      assert.ok(status === 404 || status === 405, `${action} ${status}`)
    }
    assert.equal((await me.send(`/v1/timers/${id}`)).body['status'], 'RUNNING')
  })
})
