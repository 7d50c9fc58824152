import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'

const UNKNOWN = '01999999-9999-7999-8999-999999999999'

forEachStorage('bulk', (open, name) => {
  const itOnce = onceFor(name)
  let storage: Storage
  let server: TestApp
  let me: Person
  let stranger: Person
  let group: string
  before(async () => {
    storage = await open()
    server = await startTestApp(storage, {}, { most_at_once: 5 })
    stranger = await newPerson(server, 'stranger')
  })
  after(() => server.close())
  beforeEach(async () => {
    me = await newPerson(server, 'bulk')
    group = await newGroup('Work')
  })

  const newGroup = async (name: string) =>
    (await me.client.tags.createGroup({ body: { name, color: '#112233', is_todo_group: true } })).id
  const tag = async (name: string) =>
    (await me.client.tags.create({ body: { name, color: '#445566', group_id: group } })).id
  const todo = (title: string, more: object = {}) =>
    me.client.todos.create({ body: { title, tag_group_id: group, ...more } })
  const read = async (todo_id: string) => {
    const found = await me.client.todos.get({ params: { todo_id } })
    if ('items' in found) assert.fail('This is a group.')
    return found
  }
  const listed = () => me.client.todos.list()
  const entry = (title: string, start: string, end: string, more: object = {}) =>
    me.client.schedules.create({ body: { title, start_time: start, end_time: end, ...more } })
  const record = (title: string, more: object = {}) =>
    me.client.timers.addRecord({
      body: { ...more, title, segments: [{ start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z' }] },
    })

  it('is one batch with one undo, and answers the new versions', async () => {
    const made = [await todo('a', { deadline: '2031-03-05' }), await todo('b'), await todo('c')]
    const states = JSON.stringify(await listed())
    const { items, failed } = await me.client.todos.bulk({
      body: { ids: made.map(({ id }) => id), change: { status: 'DONE', priority: 3 } },
    })
    assert.deepEqual(failed, [])
    for (const { id, version } of items) assert.equal((await read(id)).version, version)
    const [batch] = await me.client.history.list({ query: { limit: 1 } })
    assert.equal(batch?.entries.filter(({ kind }) => kind === 'todo').length, 3)
    const { changes } = await me.client.changes.list()
    assert.equal(changes.filter(({ batch_id }) => batch_id === batch?.batch_id).length, batch?.entries.length)
    await me.client.history.undo({ params: { batch_id: batch?.batch_id ?? '' } })
    assert.equal(without(JSON.stringify(await listed())), without(states))
  })

  const steps = async () => {
    const ends = await storage.read(db =>
      sql<{ batch_end: unknown }>`
        select batch_end from changes where owner_id = ${me.id} and batch_id = (
          select batch_id from changes where owner_id = ${me.id} order by seq desc limit 1)`.execute(db.sql),
    )
    return ends.rows.filter(({ batch_end }) => batch_end).length
  }
  const undo = async () => {
    const [batch] = await me.client.history.list({ query: { limit: 1 } })
    await me.client.history.undo({ params: { batch_id: batch?.batch_id ?? '' } })
    return batch
  }
  const without = (text: string) => text.replace(/"(version|updated_at)":[^,}]+/g, '')
  /** Five items like this are too much for one transaction of this server. */
  const visibility = {
    level: 'allowed_emails',
    allowed_emails: Array.from({ length: 12 }, (_, at) => `reader${at}@example.net`),
    allowed_domains: Array.from({ length: 12 }, (_, at) => `d${at}.example.com`),
  } as const

  it('deletes todos that are shared with very many people in steps, as one batch', async () => {
    const parent = await todo('parent', { visibility })
    const ids = [parent.id]
    for (let at = 0; at < 4; at++)
      ids.push((await todo(`child ${at}`, { parent_id: parent.id, visibility })).id)
    const states = JSON.stringify(await listed())
    const body = { ids: [...ids, UNKNOWN], change: { delete: true as const } }
    await rejectsWith(me.client.todos.bulk({ body }), 400, /Todo not found/)
    assert.equal((await listed()).length, 5)
    const { items, failed } = await me.client.todos.bulk({ body: { ...body, atomic: false } })
    assert.deepEqual(
      [items.map(({ id }) => id), failed.map(({ id, status }) => [id, status])],
      [ids, [[UNKNOWN, 404]]],
    )
    assert.ok((await steps()) > 1)
    assert.deepEqual(await listed(), [])
    const { changes } = await me.client.changes.list()
    const seqs = new Map(changes.map(({ id, seq }) => [id, seq]))
    for (const { id, version } of items) assert.equal(version, seqs.get(id))
    const batch = await undo()
    assert.equal(batch?.entries.filter(({ action }) => action === 'deleted').length, 5)
    assert.equal(without(JSON.stringify(await listed())), without(states))
    await me.client.tags.deleteGroup({ params: { group_id: group } })
    assert.ok((await steps()) > 1, 'also with their list')
    assert.deepEqual(await listed(), [])
    await undo()
    assert.equal(without(JSON.stringify(await listed())), without(states))
  })

  it('deletes schedules and timers that are shared with very many people in steps', async () => {
    const day = { start_date: '2026-03-01', end_date: '2026-04-01' }
    const series = await entry('series', '2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z', {
      recurrence_rule: 'FREQ=DAILY;COUNT=3',
    })
    const [ids, timerIds]: [string[], string[]] = [[], []]
    for (let at = 0; at < 5; at++) {
      const start = `2026-03-1${at}T09:00:00Z`
      ids.push((await entry(`entry ${at}`, start, `2026-03-1${at}T10:00:00Z`, { visibility })).id)
      const { id } = await record(`timer ${at}`)
      await me.client.timers.update({ params: { timer_id: id }, body: { visibility } })
      timerIds.push(id)
    }
    const schedules = () => me.client.schedules.list({ query: day })
    const states = JSON.stringify(await schedules())
    const occurrence = { id: series.id, instance_start: '2026-03-03T09:00:00Z' }
    const body = { ids, occurrences: [occurrence], change: { delete: true as const } }
    const deleted = await me.client.schedules.bulk({ body })
    assert.deepEqual(
      deleted.items.map(({ id }) => id),
      [...ids, series.id],
    )
    assert.ok((await steps()) > 1)
    assert.equal((await schedules()).length, 2)
    await undo()
    assert.equal(without(JSON.stringify(await schedules())), without(states))
    const timers = await me.client.timers.bulk({ body: { ids: timerIds, change: { delete: true } } })
    assert.deepEqual(
      timers.items.map(({ id }) => id),
      timerIds,
    )
    assert.ok((await steps()) > 1)
    assert.deepEqual(await me.client.timers.list(), [])
    await undo()
    assert.equal((await me.client.timers.list()).length, 5)
  })

  it('deletes a todo in steps that has more timers, schedules and children than fit into one', async () => {
    const series = await entry('series', '2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z', {
      recurrence_rule: 'FREQ=DAILY;COUNT=4',
      create_todo_options: { tag_group_id: group },
      visibility,
    })
    let last = series
    for (const day of [11, 12, 13])
      last = await me.client.schedules.update({
        params: { schedule_id: last.id },
        query: { instance_start: `2026-03-${day}T09:00:00Z`, apply_to: 'following' },
        body: { title: `from ${day}` },
      })
    const id = series.source_todo_id ?? ''
    for (let at = 0; at < 25; at++) await record(`timer ${at}`, { todo_id: id })
    for (let at = 0; at < 3; at++) await todo(`child ${at}`, { parent_id: id })
    const all = async () => ({
      todos: await listed(),
      timers: await me.client.timers.list(),
      schedules: await me.client.schedules.list({
        query: { start_date: '2026-03-01', end_date: '2026-04-01' },
      }),
    })
    const states = JSON.stringify(await all())
    await me.client.todos.bulk({ body: { ids: [id], change: { delete: true } } })
    assert.ok((await steps()) > 3)
    const { todos, timers, schedules } = await all()
    assert.deepEqual([todos.length, timers.length, schedules.length], [3, 25, 0])
    assert.ok(todos.every(({ parent_id }) => parent_id === null))
    assert.ok(timers.every(({ todo_id }) => todo_id === null))
    await undo()
    assert.equal(without(JSON.stringify(await all())), without(states))
  })

  it('changes nothing if an item fails, and names every failed item', async () => {
    const mine = await todo('mine')
    const { id: other } = await stranger.client.todos.create({
      body: {
        title: 'theirs',
        tag_group_id: (
          await stranger.client.tags.createGroup({
            body: { name: `G${Math.random()}`, color: '#112233', is_todo_group: true },
          })
        ).id,
      },
    })
    const body = { ids: [mine.id, UNKNOWN, other], change: { title: 'new' } }
    const detail = /2 of 3 items cannot be changed, so nothing was changed\./
    const { errors } = await rejectsWith(me.client.todos.bulk({ body }), 400, detail)
    assert.deepEqual(errors, [
      { path: 'ids', id: UNKNOWN, message: 'Todo not found.' },
      { path: 'ids', id: other, message: errors[1]?.message },
    ])
    assert.equal((await read(mine.id)).title, 'mine')
    const before = (await me.client.changes.list()).seq
    const { items, failed } = await me.client.todos.bulk({ body: { ...body, atomic: false } })
    assert.deepEqual(
      [items.map(({ id }) => id), failed.map(({ id, status: code }) => [id, code])],
      [
        [mine.id],
        [
          [UNKNOWN, 404],
          [other, 403],
        ],
      ],
    )
    assert.equal((await read(mine.id)).title, 'new')
    assert.equal((await me.client.changes.list()).seq, before + 1)
  })

  itOnce('moves and deletes parents before children, whatever the order of the ids', async () => {
    const other = await newGroup('Home')
    const parent = await todo('parent')
    const child = await todo('child', { parent_id: parent.id })
    const grandchild = await todo('grandchild', { parent_id: child.id })
    const ids = [grandchild.id, parent.id]
    await me.client.todos.bulk({ body: { ids, change: { tag_group_id: other } } })
    for (const { id } of [parent, child, grandchild]) assert.equal((await read(id)).tag_group_id, other)
    await me.client.todos.bulk({
      body: { ids: [grandchild.id, child.id, parent.id], change: { delete: true } },
    })
    assert.deepEqual(await listed(), [])
    const [deletion] = await me.client.history.trash()
    await me.client.history.restore({ params: { batch_id: deletion?.batch_id ?? '' } })
    assert.equal((await read(grandchild.id)).parent_id, child.id)
  })

  itOnce('completes a repeating todo and its subtodo: the next round has both', async () => {
    const weekly = await todo('weekly', { deadline: '2031-03-05', recurrence_rule: 'FREQ=WEEKLY' })
    const step = await todo('step', { parent_id: weekly.id })
    await me.client.todos.bulk({ body: { ids: [step.id, weekly.id], change: { status: 'DONE' } } })
    const open = (await listed()).filter(({ status }) => status !== 'DONE')
    assert.deepEqual(open.map(({ title }) => title).sort(), ['step', 'weekly'])
  })

  itOnce('adds and removes tags, keeps the others, and copies them to the schedules of todos', async () => {
    const [red, blue] = [await tag('red'), await tag('blue')]
    const first = await todo('a', { tag_ids: [red], deadline: '2031-03-05' })
    const second = await todo('b', { tag_ids: [blue] })
    const change = { add_tag_ids: [blue], remove_tag_ids: [red] }
    await me.client.todos.bulk({ body: { ids: [first.id, second.id], change } })
    const changed = await read(first.id)
    for (const { tags } of [changed, ...changed.schedules, await read(second.id)])
      assert.deepEqual(
        tags.map(({ id }) => id),
        [blue],
      )
  })

  itOnce('shifts entries, all-day entries and occurrences by days, in their zones', async () => {
    const berlin = { timezone: 'Europe/Berlin' }
    // Summer time begins on 2026-03-29 in Berlin.
    const timed = await entry('timed', '2026-03-28T09:00:00+01:00', '2026-03-28T10:00:00+01:00')
    const allDay = await entry('all day', '2026-03-28', '2026-03-30', { all_day: true })
    const series = await entry('series', '2026-03-02T09:00:00+01:00', '2026-03-02T10:00:00+01:00', {
      ...berlin,
      recurrence_rule: 'FREQ=WEEKLY;BYDAY=MO',
    })
    const instance_start = '2026-03-23T08:00:00Z'
    await me.client.schedules.bulk({
      query: berlin,
      body: {
        ids: [timed.id, allDay.id],
        occurrences: [{ id: series.id, instance_start }],
        change: { shift_days: 7 },
      },
    })
    const at = async (schedule_id: string, query = {}) => {
      const { start_time, end_time } = await me.client.schedules.get({ params: { schedule_id }, query })
      return [start_time, end_time].map(text => new Date(text).toISOString())
    }
    assert.deepEqual(await at(timed.id), ['2026-04-04T07:00:00.000Z', '2026-04-04T08:00:00.000Z'])
    assert.deepEqual(await at(series.id, { instance_start }), [
      '2026-03-30T07:00:00.000Z',
      '2026-03-30T08:00:00.000Z',
    ])
    const moved = await me.client.schedules.get({ params: { schedule_id: allDay.id } })
    assert.deepEqual([moved.start_date, moved.end_date], ['2026-04-04', '2026-04-06'])
    await me.client.schedules.bulk({ body: { ids: [series.id], change: { shift_days: 1 } } })
    const whole = await me.client.schedules.get({ params: { schedule_id: series.id } })
    assert.match(whole.recurrence_rule ?? '', /BYDAY=TU/)
  })

  itOnce('applies the rules of a PATCH to occurrences, and deletes one without the series', async () => {
    const series = await entry('series', '2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z', {
      recurrence_rule: 'FREQ=DAILY;COUNT=3',
    })
    const occurrences = [{ id: series.id, instance_start: '2026-03-03T09:00:00Z' }]
    const shared = { occurrences, change: { visibility: { level: 'public' as const } } }
    await rejectsWith(me.client.schedules.bulk({ body: shared }), 400)
    const again = { id: series.id, instance_start: '2026-03-03T10:00:00+01:00' }
    const { items } = await me.client.schedules.bulk({
      body: { occurrences: [...occurrences, again], change: { delete: true } },
    })
    assert.equal(items.length, 1, 'the same occurrence in another form counts once')
    const days = await me.client.schedules.list({
      query: { start_date: '2026-03-02', end_date: '2026-03-06' },
    })
    assert.equal(days.length, 2)
  })

  it('changes and deletes timers', async () => {
    const timers = [await record('one'), await record('two')]
    const ids = timers.map(({ id }) => id)
    const red = await tag('red')
    await me.client.timers.bulk({ body: { ids, change: { add_tag_ids: [red], title: 'named' } } })
    const query = { tag_include_mode: 'timer_only' as const }
    for (const { title, tags } of await me.client.timers.list({ query }))
      assert.deepEqual([title, tags.map(({ id }) => id)], ['named', [red]])
    await me.client.timers.bulk({ body: { ids, change: { delete: true } } })
    assert.deepEqual(await me.client.timers.list(), [])
  })

  itOnce('runs once for an Idempotency-Key, and repeats its answer', async () => {
    const weekly = await todo('weekly', { deadline: '2031-03-05', recurrence_rule: 'FREQ=WEEKLY' })
    const body = JSON.stringify({ ids: [weekly.id, UNKNOWN], change: { status: 'DONE' }, atomic: false })
    const token = await server.issuer.token({ sub: me.id, name: me.id }, { now: server.clock.now() })
    const send = () =>
      server.fetch('/v1/todos/bulk', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'bulk-1',
        },
        body,
      })
    const first = await send()
    const second = await send()
    assert.deepEqual(await second.json(), await first.json())
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal((await listed()).length, 2)
  })

  itOnce('refuses requests that are empty, too long or contradictory', async () => {
    const { id } = await todo('a')
    const send = (body: object) => me.client.todos.bulk({ body: body as never })
    const many = Array.from(
      { length: 1001 },
      (_, n) => `01999999-9999-7999-8999-${String(n).padStart(12, '0')}`,
    )
    for (const body of [
      { ids: [], change: { priority: 1 } },
      { ids: many, change: { priority: 1 } },
      { ids: [id], change: {} },
      { ids: [id], change: { delete: true, title: 'x' } },
      { ids: [id], change: { tag_ids: [], add_tag_ids: [] } },
      { ids: [id], change: { priority: 9 } },
    ])
      await rejectsWith(send(body), 422)
    assert.equal((await send({ ids: [id, id.toUpperCase()], change: { priority: 1 } })).items.length, 1)
  })
})
