import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { readCsv } from '../../../test/support/csv.ts'
import { greeted, listening } from '../../../test/support/device.ts'
import { fewest } from '../../../test/support/fewest.ts'
import { befriend, newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import { updated } from '../../../test/support/timer-messages.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { writeHistory } from '../timers/history.ts'
import { timerStore } from '../timers/store.ts'
import type { History, HistoryEntry, Timer } from '../timers/timer.ts'

const HOUR = 3600
const week = { start_date: '2026-03-02', end_date: '2026-03-08' }
const at = (text: string) => `2026-03-${text}:00Z`
const segment = (start: string, end: string) => ({ start: at(start), end: at(end) })

const timerOf = (owner_id: string, history: History): Timer => {
  const started_at = history[0]?.at ?? 0
  const links = { schedule_id: null, todo_id: null, title: null, description: null, corrected_at: null }
  const times = { started_at, created_at: started_at, updated_at: started_at }
  const common = { id: newId(), owner_id, allocated_duration: 60, status: 'COMPLETED', version: 1 } as const
  return { ...common, ...links, ...times, history }
}

forEachStorage('reports', (open, name) => {
  const itOnce = onceFor(name)
  let storage: Storage
  let server: TestApp
  let statements = 0
  /** Size of the largest statement result. */
  let longest = 0
  /** Called after each statement, with its text. */
  let afterStatement: (text: string) => Promise<void> = async () => {}
  let me: Person
  before(async () => {
    storage = await open({
      observe: () => statements++,
      around: execute => async (text, parameters) => {
        const outcome = await execute(text, parameters)
        longest = Math.max(longest, JSON.stringify(outcome.rows).length)
        await afterStatement(text)
        return outcome
      },
    })
    server = await startTestApp(storage)
  })
  after(() => server.close())
  beforeEach(async () => {
    me = await newPerson(server, 'reporter')
  })

  const group = (name: string, of = me) =>
    of.client.tags.createGroup({ body: { name, color: '#112233', is_todo_group: true } })
  const tag = (group_id: string, name: string) =>
    me.client.tags.create({ body: { name, color: '#445566', group_id } })
  const record = (segments: { start: string; end: string }[], more: object = {}, of = me) =>
    of.client.timers.addRecord({ body: { segments, ...more } })
  /** Inserts one timer per segment, without a request for each. */
  const recordAll = (segments: { start: string; end: string }[]) =>
    storage.write([], async tx => {
      for (const { start, end } of segments) {
        const history: HistoryEntry[] = [
          { action: 'start', at: Date.parse(start) },
          { action: 'stop', at: Date.parse(end) },
        ]
        await timerStore(tx).insert(timerOf(me.id, history))
      }
    })
  const plan = (start: string, end: string, more: object = {}) =>
    me.client.schedules.create({
      body: { title: 'Plan', start_time: at(start), end_time: at(end), ...more },
    })

  it('count active segments and occurrences in the period, and overlapping time once', async () => {
    await record([segment('02T09:00', '02T10:00'), segment('02T11:00', '02T11:30')])
    await record([segment('02T09:30', '02T10:30')])
    await record([{ start: '2026-03-01T23:00:00Z', end: '2026-03-02T01:00:00.250Z' }])
    await plan('08T23:00', '09T02:00')
    await plan('03T09:00', '03T10:00', { recurrence_rule: 'FREQ=DAILY;COUNT=3' })
    await me.client.schedules.create({
      body: { title: 'Off', all_day: true, start_time: '2026-03-04', end_time: '2026-03-06' },
    })
    const { rows, totals, is_running } = await me.client.reports.time({ query: week })
    assert.deepEqual(totals.actual, {
      sum_seconds: 3.5 * HOUR + 0.25,
      wall_seconds: 3 * HOUR + 0.25,
      count: 3,
    })
    assert.deepEqual(totals.planned, { sum_seconds: 4 * HOUR, wall_seconds: 4 * HOUR, count: 4 })
    assert.deepEqual(
      rows.map(row => [row.key, row.title, row.actual, row.planned]),
      [['all', 'All', totals.actual, totals.planned]],
    )
    assert.equal(is_running, false)
  })

  it('never count canceled timers, or those of others', async () => {
    const friend = await newPerson(server, 'friend')
    await befriend(me, friend)
    const shared = { visibility: { level: 'friends' } }
    await record([segment('02T09:00', '02T10:00')], shared, friend)
    await friend.client.schedules.create({
      body: { title: 'Theirs', start_time: at('02T09:00'), end_time: at('02T10:00'), ...shared } as never,
    })
    const device = await greeted(server, me.id)
    const { payload } = await device.start()
    await updated(device, 'timer.cancel', payload.timer.id)
    const all = { start_date: '2026-01-01', end_date: '2030-12-31' }
    const { totals } = await me.client.reports.time({ query: all })
    assert.deepEqual([totals.actual.count, totals.planned.count], [0, 0])
    assert.equal((await me.client.timers.list({ query: { scope: 'shared' } })).length, 1)
    device.close()
  })

  it('find timers that began long before the period', async () => {
    await record([segment('01T09:00', '01T10:00'), segment('20T09:00', '20T11:00')])
    const query = { start_date: '2026-03-20', end_date: '2026-03-20' }
    assert.equal((await me.client.reports.time({ query })).totals.actual.sum_seconds, 2 * HOUR)
    const between = { start_date: '2026-03-10', end_date: '2026-03-11' }
    assert.equal((await me.client.reports.time({ query: between })).totals.actual.sum_seconds, 0)
  })

  it('count a running timer up to now, and then have no ETag', async () => {
    const query = { start_date: '2020-01-01', end_date: '2024-12-31' }
    const headers = { authorization: `Bearer ${await server.issuer.token({ sub: me.id })}` }
    const path = `/v1/reports/time?${new URLSearchParams(query)}`
    const quiet = await server.fetch(path, { headers })
    const tag = quiet.headers.get('etag') ?? ''
    assert.match(tag, /^W\//)
    const again = await server.fetch(path, { headers: { ...headers, 'if-none-match': tag } })
    assert.equal(again.status, 304)
    const withAny = { headers: { ...headers, 'if-none-match': '*' } }
    for (const each of [path, '/v1/timers']) assert.equal((await server.fetch(each, withAny)).status, 304)
    const device = await greeted(server, me.id)
    await device.start()
    server.clock.advance(90_000)
    const running = await server.fetch(path, { headers: { ...headers, 'if-none-match': tag } })
    assert.deepEqual([running.status, running.headers.get('etag')], [200, null])
    for (const each of [path, '/v1/timers']) {
      const { status, headers: received } = await server.fetch(each, withAny)
      assert.deepEqual([status, received.get('etag')], [200, null], each)
    }
    const day = new Date(server.clock.now()).toISOString().slice(0, 10)
    const around = {
      start_date: `${day}T00:00:00Z`,
      end_date: new Date(server.clock.now() + 86_400_000).toISOString(),
    }
    const report = await me.client.reports.time({ query: around })
    assert.equal(report.is_running, true)
    assert.ok(report.totals.actual.sum_seconds >= 90, String(report.totals.actual.sum_seconds))
    device.close()
  })

  it('count a timer of several days once, even if it is stopped while the report is read', async () => {
    const now = server.clock.now()
    const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString()
    const start = { action: 'start', at: now - 3 * 86_400_000 } as const
    const timer = { ...timerOf(me.id, [start]), status: 'RUNNING' } as const
    await storage.write([me.id], tx => timerStore(tx).insert(timer))
    const history = writeHistory([start, { action: 'stop', at: now }])
    let stopped = 0
    afterStatement = async text => {
      if (stopped > 0 || !text.includes("t.status = 'RUNNING'")) return
      stopped++
      await storage.write([me.id], tx =>
        tx.sql
          .updateTable('timers')
          .set({ status: 'COMPLETED', history })
          .where('id', '=', timer.id)
          .execute(),
      )
    }
    const { totals } = await me.client.reports.time({ query: { start_date: day(1), end_date: day(0) } })
    afterStatement = async () => {}
    assert.equal(stopped, 1)
    assert.deepEqual([totals.actual.count, totals.actual.sum_seconds], [1, 24 * HOUR])
  })

  it('end when the client disconnects', async () => {
    await record([segment('02T09:00', '02T10:00')])
    const url = `http://${await listening(server.app)}/v1/reports/time`
    const headers = {
      authorization: `Bearer ${await server.issuer.token({ sub: me.id }, { now: server.clock.now() })}`,
    }
    const read = (signal?: AbortSignal) =>
      fetch(`${url}?start_date=2026-03-02&end_date=2026-03-08&compare=previous`, {
        headers,
        ...(signal && { signal }),
      })
    let reads = 0
    const leaving = new AbortController()
    const gone = Promise.withResolvers<void>()
    server.app.server.once('request', (_request, response) => response.once('close', gone.resolve))
    afterStatement = async text => {
      if (!text.includes('from timers t')) return
      if (reads++ > 0) return
      leaving.abort()
      await gone.promise
    }
    await assert.rejects(read(leaving.signal), { name: 'AbortError' })
    await gone.promise
    assert.equal((await read()).status, 200)
    afterStatement = async () => {}
    // Three reads for each of the two periods, and one for the abandoned report.
    assert.equal(reads, 7)
  })

  it('use the tags of a timer, its schedule and its todo, each once; untagged time is a row', async () => {
    const [work, home] = [await group('Work'), await group('Home')]
    const [deep, calls, chores] = [
      await tag(work.id, 'deep'),
      await tag(work.id, 'calls'),
      await tag(home.id, 'chores'),
    ]
    const todo = await me.client.todos.create({
      body: { title: 'Report', tag_group_id: work.id, tag_ids: [deep.id, chores.id] },
    })
    const schedule = await plan('02T09:00', '02T11:00', { tag_ids: [calls.id] })
    await record([segment('02T09:00', '02T10:00')], {
      todo_id: todo.id,
      schedule_id: schedule.id,
      tag_ids: [deep.id],
    })
    await record([segment('03T09:00', '03T10:00')])
    const sums = async (query: object) => {
      const { rows, totals } = await me.client.reports.time({ query: { ...week, ...query } as never })
      return [
        ...rows.map(row => [row.title, row.actual.sum_seconds / HOUR, row.planned.sum_seconds / HOUR]),
        ['total', totals.actual.sum_seconds / HOUR, totals.planned.sum_seconds / HOUR],
      ]
    }
    assert.deepEqual(await sums({ group_by: 'tag' }), [
      ['calls', 1, 2],
      ['Untagged', 1, 0],
      ['chores', 1, 0],
      ['deep', 1, 0],
      ['total', 2, 2],
    ])
    assert.deepEqual(await sums({ group_by: 'tag_group' }), [
      ['Work', 1, 2],
      ['Home', 1, 0],
      ['Untagged', 1, 0],
      ['total', 2, 2],
    ])
    assert.deepEqual(await sums({ group_by: 'todo' }), [
      ['No todo', 1, 2],
      ['Report', 1, 0],
      ['total', 2, 2],
    ])
    assert.deepEqual(await sums({ group_by: 'schedule' }), [
      ['Plan', 1, 2],
      ['No schedule', 1, 0],
      ['total', 2, 2],
    ])
    assert.deepEqual(await sums({ tag_ids: [deep.id, calls.id] }), [
      ['All', 1, 0],
      ['total', 1, 0],
    ])
    assert.deepEqual(await sums({ group_ids: [work.id] }), [
      ['All', 1, 2],
      ['total', 1, 2],
    ])
  })

  it('count an occurrence with its own tags, and not when it was deleted', async () => {
    const work = await group('Work')
    const [deep, calls] = [await tag(work.id, 'deep'), await tag(work.id, 'calls')]
    const series = await plan('02T09:00', '02T10:00', { recurrence_rule: 'FREQ=DAILY', tag_ids: [deep.id] })
    const params = { schedule_id: series.id }
    const change = (day: string, body: object) =>
      me.client.schedules.update({ params, query: { instance_start: at(`${day}T09:00`) }, body })
    await change('03', { tag_ids: [calls.id] })
    await change('04', { end_time: at('04T12:00') })
    await change('05', { start_time: at('20T09:00'), end_time: at('20T10:00') })
    await me.client.schedules.remove({ params, query: { instance_start: at('06T09:00') } })
    const { rows, totals } = await me.client.reports.time({ query: { ...week, group_by: 'tag' } })
    assert.deepEqual(
      rows.map(row => [row.title, row.planned.count, row.planned.sum_seconds / HOUR]),
      [
        ['deep', 4, 6],
        ['calls', 1, 1],
      ],
    )
    assert.deepEqual([totals.planned.count, totals.planned.sum_seconds / HOUR], [5, 7])
  })

  it('select a todo, and with include_children everything below it', async () => {
    const { id: tag_group_id } = await group('Work')
    const todo = (title: string, parent_id?: string) =>
      me.client.todos.create({ body: { title, tag_group_id, ...(parent_id && { parent_id }) } })
    const root = await todo('root')
    const child = await todo('child', root.id)
    await record([segment('02T09:00', '02T10:00')], { todo_id: root.id })
    await record([segment('03T09:00', '03T11:00')], { todo_id: (await todo('leaf', child.id)).id })
    const hoursOf = async (query: object) =>
      (await me.client.reports.time({ query: { ...week, ...query } })).totals.actual.sum_seconds / HOUR
    assert.equal(await hoursOf({ todo_id: root.id }), 1)
    assert.equal(await hoursOf({ todo_id: root.id, include_children: true }), 3)
    assert.equal(await hoursOf({ todo_id: child.id, include_children: true }), 2)
    const stranger = await newPerson(server, 'stranger')
    const foreign = { query: { ...week, todo_id: root.id } }
    await rejectsWith(stranger.client.reports.time(foreign), 404, /Todo not found/)
  })

  it('cut buckets in the zone: the day of a clock change has 23 or 25 hours', async () => {
    await record([{ start: '2026-03-28T00:00:00Z', end: '2026-03-30T12:00:00Z' }])
    const query = { start_date: '2026-03-28', end_date: '2026-03-30', timezone: 'Europe/Berlin' }
    const { totals, start, end } = await me.client.reports.time({ query: { ...query, bucket: 'day' } })
    assert.deepEqual([start, end], ['2026-03-28T00:00:00+01:00', '2026-03-31T00:00:00+02:00'])
    assert.deepEqual(
      totals.buckets.map(bucket => [bucket.start, bucket.actual_seconds / HOUR]),
      [
        ['2026-03-28T00:00:00+01:00', 23],
        ['2026-03-29T00:00:00+01:00', 23],
        ['2026-03-30T00:00:00+02:00', 14],
      ],
    )
    const byHour = await me.client.reports.time({ query: { ...query, group_by: 'hour_of_day' } })
    const hour = (key: number) => (byHour.rows[key]?.actual.sum_seconds ?? 0) / HOUR
    assert.deepEqual([hour(0), hour(1), hour(2), hour(13), hour(14)], [2, 3, 2, 3, 2])
    const byDay = await me.client.reports.time({ query: { ...query, group_by: 'weekday' } })
    assert.deepEqual(
      byDay.rows.map(row => [row.key, row.actual.sum_seconds / HOUR]),
      [
        ['0', 14],
        ['1', 0],
        ['2', 0],
        ['3', 0],
        ['4', 0],
        ['5', 23],
        ['6', 23],
      ],
    )
  })

  itOnce('begin weeks as the preferences say, or the request', async () => {
    await record([segment('07T12:00', '08T12:00')])
    const weeks = async (more: object) => {
      const query = { start_date: '2026-03-01', end_date: '2026-03-14', bucket: 'week' as const, ...more }
      const { totals } = await me.client.reports.time({ query })
      return totals.buckets.map(bucket => [bucket.start.slice(8, 10), bucket.actual_seconds / HOUR])
    }
    assert.deepEqual(await weeks({}), [
      ['01', 0],
      ['02', 24],
      ['09', 0],
    ])
    await me.client.users.updatePreferences({ body: { week_start: 6 } })
    assert.deepEqual(await weeks({}), [
      ['01', 12],
      ['08', 12],
    ])
    assert.deepEqual(await weeks({ week_start: 0 }), [
      ['01', 0],
      ['02', 24],
      ['09', 0],
    ])
  })

  itOnce('show goals in hours, as long as the range', async () => {
    const work = await group('Work')
    const deep = await tag(work.id, 'deep')
    const params = { group_id: work.id }
    await me.client.tags.updateGroup({ params, body: { goal_hours: { [deep.id]: 10.5 } } })
    await record([segment('02T09:00', '02T10:00')], { tag_ids: [deep.id] })
    const goals = async (query: { start_date: string; end_date: string; timezone?: string }) => {
      const { groups } = await me.client.reports.goals({ query })
      const only = groups[0]?.tags[0]
      return [only?.goal, only?.goal_hours, only?.goal_seconds, only?.actual.missing_seconds]
    }
    assert.deepEqual(await goals(week), [null, 10.5, 10.5 * HOUR, 9.5 * HOUR])
    const day = { start_date: '2026-03-02', end_date: '2026-03-02' }
    assert.deepEqual(await goals(day), [null, 10.5, 1.5 * HOUR, 0.5 * HOUR])
    // The last Sunday of March has 23 hours in Berlin; the goal of the week stays the same.
    const clockChange = { start_date: '2026-03-23', end_date: '2026-03-29', timezone: 'Europe/Berlin' }
    assert.deepEqual((await goals(clockChange)).slice(2), [10.5 * HOUR, 10.5 * HOUR])
  })

  it('show shares against goals, and what is missing', async () => {
    const work = await group('Work')
    const [deep, calls, other] = [
      await tag(work.id, 'deep'),
      await tag(work.id, 'calls'),
      await tag(work.id, 'other'),
    ]
    await me.client.tags.updateGroup({
      params: { group_id: work.id },
      body: { goal_ratios: { [deep.id]: 0.5, [calls.id]: 0.25 } },
    })
    await group('Without goals')
    await record([segment('02T09:00', '02T10:00')], { tag_ids: [deep.id] })
    await record([segment('02T09:00', '02T12:00')], { tag_ids: [calls.id] })
    const { groups } = await me.client.reports.goals({ query: { ...week, compare: 'previous' } })
    assert.deepEqual(
      groups.map(each => [each.title, each.actual_seconds, each.planned_seconds]),
      [['Work', 4 * HOUR, 0]],
    )
    const [first, second, third] = groups[0]?.tags ?? []
    const none = { seconds: 0, share: null, deviation: null, missing_seconds: 0 }
    const shown = (each: typeof first) => [each?.title, each?.goal, each?.actual, each?.planned]
    assert.deepEqual(shown(first), [
      'calls',
      0.25,
      { seconds: 3 * HOUR, share: 0.75, deviation: 0.5, missing_seconds: 0 },
      none,
    ])
    assert.deepEqual(shown(second), [
      'deep',
      0.5,
      { seconds: HOUR, share: 0.25, deviation: -0.25, missing_seconds: HOUR },
      none,
    ])
    assert.deepEqual(shown(third), [
      'other',
      null,
      { seconds: 0, share: 0, deviation: null, missing_seconds: 0 },
      none,
    ])
    assert.equal(third?.tag_id, other.id)
  })

  it('compare with the period before: whole months, days, or the same time', async () => {
    await record([{ start: '2026-02-10T09:00:00Z', end: '2026-02-10T10:00:00Z' }])
    const before = async (start_date: string, end_date: string) => {
      const { previous } = await me.client.reports.time({
        query: { start_date, end_date, compare: 'previous' },
      })
      return [previous?.start, previous?.end, previous?.totals.actual.sum_seconds]
    }
    assert.deepEqual(await before('2026-03-01', '2026-03-31'), [
      '2026-02-01T00:00:00Z',
      '2026-03-01T00:00:00Z',
      HOUR,
    ])
    assert.deepEqual(await before('2026-02-11', '2026-02-12'), [
      '2026-02-09T00:00:00Z',
      '2026-02-11T00:00:00Z',
      HOUR,
    ])
    assert.deepEqual(await before('2026-02-10T10:00:00Z', '2026-02-10T11:00:00Z'), [
      '2026-02-10T09:00:00Z',
      '2026-02-10T10:00:00Z',
      HOUR,
    ])
    const alone = await me.client.reports.time({ query: week })
    assert.equal('previous' in alone, false)
  })

  itOnce('refuse bad periods and values with a sentence', async () => {
    const read = (query: object) => me.client.reports.time({ query: query as never })
    await rejectsWith(read({}), 422, /start_date/)
    await rejectsWith(
      read({ start_date: '2026-03-02', end_date: '2026-03-01' }),
      422,
      /end_date must be after start_date/,
    )
    await rejectsWith(read({ start_date: '2020-01-01', end_date: '2025-01-01' }), 422, /more than 5 years/)
    await read({ start_date: '2020-01-01', end_date: '2024-12-31' })
    await rejectsWith(read({ ...week, bucket: 'minute' }), 422, /bucket/)
    await rejectsWith(read({ ...week, group_by: 'color' }), 422, /group_by/)
    await rejectsWith(read({ ...week, timezone: 'Mars/Base' }), 422, /timezone/)
    await rejectsWith(read({ ...week, todo_id: 'x' }), 422, /todo_id/)
    await rejectsWith(read({ ...week, format: 'xml' }), 422, /format must be json or csv/)
  })

  itOnce('are the same as CSV, which is safe in spreadsheets', async () => {
    const work = await group('Work')
    const [evil, plain] = [await tag(work.id, '=HYPERLINK("http://evil")'), await tag(work.id, 'a "b", c')]
    await record([segment('02T09:00', '02T10:00'), segment('03T09:00', '03T09:20')], {
      tag_ids: [evil.id, plain.id],
    })
    await plan('04T09:00', '04T10:30', { tag_ids: [plain.id] })
    for (const bucket of ['none', 'day'] as const) {
      const query = { ...week, group_by: 'tag' as const, bucket, compare: 'previous' as const }
      const report = await me.client.reports.time({ query })
      const response = await me.client.reports.time.csv({ query })
      assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
      assert.match(response.headers.get('content-disposition') ?? '', /attachment; filename=".*\.csv"/)
      const lines = await readCsv(response)
      for (const { key, actual, planned } of [...report.rows, { key: 'total', ...report.totals }]) {
        const own = lines.filter(line => line['key'] === key && line['period'] === 'current')
        const [whole, ...buckets] = own.toSorted((a, b) =>
          (a['bucket_start'] ?? '').localeCompare(b['bucket_start'] ?? ''),
        )
        assert.equal(whole?.['bucket_start'], '')
        for (const [side, { sum_seconds, wall_seconds, count }] of Object.entries({ actual, planned })) {
          assert.equal(Number(whole[`${side}_seconds`]), sum_seconds)
          assert.equal(Number(whole[`${side}_wall_seconds`]), wall_seconds)
          assert.equal(Number(whole[`${side}_count`]), count)
          assert.ok(Math.abs(Number(whole[`${side}_hours`]) - sum_seconds / HOUR) < 0.001)
          const sum = buckets.reduce((all, line) => all + Number(line[`${side}_seconds`]), 0)
          assert.equal(sum, bucket === 'none' ? 0 : sum_seconds)
        }
      }
      const titles = new Set(lines.map(line => line['title']))
      assert.deepEqual(titles, new Set([`'${evil.name}`, plain.name, 'Total']))
    }
    const goals = await me.client.reports.goals.csv({ query: week })
    assert.deepEqual(await readCsv(goals), [])
  })

  it('download timers as CSV, more than one page, whose hours add up', async () => {
    const many = Array.from({ length: 12 }, (_, n) => n)
    for (const n of many)
      await record([segment(`02T${String(n + 10)}:00`, `02T${n + 10}:30`)], { title: `-${n}` })
    const lines = await readCsv(await me.client.timers.list.csv({ query: {} }))
    assert.equal(lines.length, 12)
    assert.ok(lines.every(line => line['title']?.startsWith("'-")))
    const { totals } = await me.client.reports.time({ query: week })
    const sum = lines.reduce((all, line) => all + Number(line['elapsed_seconds']), 0)
    assert.equal(sum, totals.actual.sum_seconds)
    const headers = { authorization: `Bearer ${await server.issuer.token({ sub: me.id })}` }
    const byFormat = await server.fetch('/v1/timers?format=csv&limit=5', { headers })
    const firstPage = await readCsv(byFormat)
    assert.equal(firstPage.length, 5)
    const next = /<([^>]+)>; rel="next"/.exec(byFormat.headers.get('link') ?? '')?.[1]
    assert.ok(next, 'a page of a table announces the next one')
    assert.deepEqual(
      [...firstPage, ...(await readCsv(await server.fetch(next, { headers })))],
      lines.slice(0, 10),
    )
    const json = await server.fetch('/v1/timers', {
      headers: { ...headers, accept: 'application/json, text/csv;q=0.5' },
    })
    assert.match(json.headers.get('content-type') ?? '', /json/)
    assert.match(json.headers.get('vary') ?? '', /Accept/)
  })

  it('compare linked timers with entries, and all time of a todo with its estimate', async () => {
    const work = await group('Work')
    const deep = await tag(work.id, 'deep')
    const series = await plan('02T09:00', '02T10:00', { recurrence_rule: 'FREQ=DAILY', tag_ids: [deep.id] })
    await record([segment('02T09:10', '02T09:40')], { schedule_id: series.id })
    await record([segment('03T08:30', '03T10:30')], { schedule_id: series.id })
    await record([segment('03T20:00', '03T20:30')], { schedule_id: series.id })
    const todo = await me.client.todos.create({
      body: { title: 'Draft', tag_group_id: work.id, estimate_minutes: 60 },
    })
    await record([segment('01T09:00', '01T10:00')], { todo_id: todo.id })
    await record([segment('04T09:00', '04T10:00')], { todo_id: todo.id })
    await record([segment('09T09:00', '09T10:00')], { todo_id: todo.id })
    const report = await me.client.reports.accuracy({ query: { ...week, compare: 'previous' } })
    const ratios = (of: typeof report.entries) => of.worst.map(each => [each.title, each.start, each.ratio])
    assert.deepEqual(ratios(report.entries), [
      ['Plan', '2026-03-03T09:00:00Z', 2.5],
      ['Plan', '2026-03-02T09:00:00Z', 0.5],
    ])
    assert.deepEqual([report.entries.count, report.entries.median_ratio], [2, 1.5])
    assert.deepEqual(ratios(report.todos), [['Draft', null, 2]])
    assert.deepEqual(
      report.tags.map(each => [each.title, each.count, each.planned_seconds, each.measured_seconds]),
      [
        ['deep', 2, 2 * HOUR, 3 * HOUR],
        ['Untagged', 1, HOUR, 2 * HOUR],
      ],
    )
    assert.equal(report.previous?.todos.worst[0]?.ratio, 1)
    const lines = await readCsv(await me.client.reports.accuracy.csv({ query: week }))
    assert.equal(lines.find(line => line['section'] === 'entries')?.['ratio'], '1.5')
  })

  it('show the days of a year and streaks of active days', async () => {
    const zone = 'Asia/Seoul'
    for (const day of ['2024-12-30', '2024-12-31', '2025-01-01', '2025-01-02', '2025-01-04'])
      await record([{ start: `${day}T00:00:00+09:00`, end: `${day}T01:00:00+09:00` }])
    await record([{ start: '2025-01-03T00:00:00+09:00', end: '2025-01-03T00:10:00+09:00' }])
    const read = (minimum_minutes: number) =>
      me.client.reports.activity({
        query: { year: 2025, minimum_minutes, timezone: zone, compare: 'previous' },
      })
    const report = await read(30)
    assert.equal(report.days.length, 365)
    assert.deepEqual(
      report.days.slice(0, 5).map(({ date, seconds }) => [date, seconds]),
      [
        ['2025-01-01', HOUR],
        ['2025-01-02', HOUR],
        ['2025-01-03', HOUR / 6],
        ['2025-01-04', HOUR],
        ['2025-01-05', 0],
      ],
    )
    assert.deepEqual(report.longest_streak, { days: 4, start_date: '2024-12-30', end_date: '2025-01-02' })
    assert.deepEqual(report.previous?.longest_streak, report.longest_streak)
    assert.deepEqual((await read(1)).longest_streak.days, 6)
    assert.deepEqual(report.current_streak, { days: 0, start_date: null, end_date: null })
    assert.deepEqual([report.active_days, report.previous?.active_days], [3, 2])
    const lines = await readCsv(
      await me.client.reports.activity.csv({ query: { year: 2025, timezone: zone } }),
    )
    assert.equal(
      lines.reduce((sum, line) => sum + Number(line['seconds']), 0),
      report.total_seconds,
    )
    const today = new Date(server.clock.now()).toISOString().slice(0, 10)
    await record([{ start: `${today}T00:00:00.000Z`, end: `${today}T00:00:00.001Z` }])
    const now = await me.client.reports.activity({ query: {} })
    assert.deepEqual(
      [now.year, now.minimum_minutes, now.current_streak.days],
      [Number(today.slice(0, 4)), 1, 0],
    )
    await rejectsWith(me.client.reports.activity({ query: { minimum_minutes: 0 } }), 422, /minimum_minutes/)
  })

  it('find streaks of months, also with days whose time is in many or only in earlier timers', async () => {
    const dayOf = (day: number) => new Date(Date.UTC(2024, 9, 1 + day)).toISOString().slice(0, 10)
    const hour = (day: number) => ({ start: `${dayOf(day)}T10:00:00Z`, end: `${dayOf(day)}T11:00:00Z` })
    // Records an hour on each day from October 1 to January 20. Days 20, 21, 40, 70 and 91 are added below.
    const special = [20, 21, 40, 70, 91]
    const days = Array.from({ length: 112 }, (_, day) => day)
    await recordAll(days.filter(day => !special.includes(day)).map(hour))
    const streak = async () =>
      (await me.client.reports.activity({ query: { year: 2025, minimum_minutes: 30 } })).longest_streak
    assert.deepEqual(await streak(), { days: 20, start_date: '2025-01-01', end_date: '2025-01-20' })
    // December 31 only has time from a timer that started the day before.
    await record([{ start: '2024-12-30T23:00:00Z', end: '2024-12-31T00:30:00Z' }])
    assert.equal((await streak()).start_date, dayOf(71))
    // Twelve timers of one minute are not enough. Together with ten timers of two minutes, they are.
    const short = (at: string, minutes: number) => ({
      start: `${dayOf(70)}T${at}:00Z`,
      end: `${dayOf(70)}T${at.slice(0, 3)}${minutes + 20}:00Z`,
    })
    await recordAll(days.slice(0, 12).map(n => short(`${10 + n}:20`, 1)))
    assert.equal((await streak()).start_date, dayOf(71))
    await recordAll(days.slice(0, 10).map(n => short(`0${n}:20`, 2)))
    assert.equal((await streak()).start_date, dayOf(41))
    await record([{ start: `${dayOf(39)}T23:50:00Z`, end: `${dayOf(40)}T00:40:00Z` }])
    assert.equal((await streak()).start_date, dayOf(22))
    await record([hour(20)])
    assert.equal((await streak()).start_date, dayOf(22))
    await record([hour(21)])
    assert.deepEqual(await streak(), { days: 112, start_date: '2024-10-01', end_date: '2025-01-20' })
  })

  it('count every timer once over several pages, also those that started together', async () => {
    const count = 5_003
    const start = Date.parse('2026-03-02T09:00:00Z')
    await recordAll(
      Array.from({ length: count }, (_, n) => {
        const from = start + Math.floor(n / 10)
        return { start: new Date(from).toISOString(), end: new Date(from + 1_000).toISOString() }
      }),
    )
    const { totals } = await me.client.reports.time({ query: week })
    assert.equal(totals.actual.count, count)
    assert.equal(totals.actual.sum_seconds, count)
  })

  it('count the tags that a timer has now, after changes, deletions and undo', async () => {
    const work = await group('Work')
    const [deep, calls] = [await tag(work.id, 'deep'), await tag(work.id, 'calls')]
    const timer = await record([segment('02T09:00', '02T10:00')], { tag_ids: [deep.id] })
    const rows = async () => {
      const report = await me.client.reports.time({ query: { ...week, group_by: 'tag' } })
      return report.rows.filter(row => row.actual.count > 0).map(row => row.title)
    }
    const undoLast = async () => {
      const [last] = await me.client.history.list({ query: { limit: 1 } })
      await me.client.history.undo({ params: { batch_id: last?.batch_id ?? '' } })
    }
    assert.deepEqual(await rows(), ['deep'])
    await me.client.timers.update({ params: { timer_id: timer.id }, body: { tag_ids: [calls.id, deep.id] } })
    assert.deepEqual(await rows(), ['calls', 'deep'])
    await me.client.tags.remove({ params: { tag_id: deep.id } })
    assert.deepEqual(await rows(), ['calls'])
    await undoLast()
    assert.deepEqual(await rows(), ['calls', 'deep'])
    await me.client.timers.remove({ params: { timer_id: timer.id } })
    await undoLast()
    assert.deepEqual(await rows(), ['calls', 'deep'])
    await me.client.timers.update({ params: { timer_id: timer.id }, body: { tag_ids: [] } })
    assert.deepEqual(
      (await me.client.reports.time({ query: { ...week, group_by: 'tag' } })).rows[0]?.key,
      'untagged',
    )
  })

  it('read long histories in steps, and count all of their time', async () => {
    const start = Date.parse('2026-03-02T00:00:00Z')
    const tagged = await group('Work')
    const deep = await tag(tagged.id, 'deep')
    // Of 40 timers, 37 have a history of 97 KB. The other three are spread among them.
    const segments = (n: number) => (n % 13 === 5 ? 1 : 2_000)
    let expected = 0
    await storage.write([], async tx => {
      for (let n = 0; n < 40; n++) {
        const history: HistoryEntry[] = []
        for (let at = 0; at < segments(n); at++) {
          const from = start + n * 4_000_000 + at * 2_000
          history.push({ action: at === 0 ? 'start' : 'resume', at: from })
          history.push({ action: at === segments(n) - 1 ? 'stop' : 'pause', at: from + 1_000 })
        }
        expected += segments(n)
        const timer = timerOf(me.id, history)
        await timerStore(tx).insert(timer)
        if (n % 2 === 0)
          await tx.sql.insertInto('timer_tags').values({ timer_id: timer.id, tag_id: deep.id }).execute()
      }
    })
    longest = 0
    const { totals } = await me.client.reports.time({ query: week })
    assert.deepEqual([totals.actual.count, totals.actual.sum_seconds], [40, expected])
    assert.ok(longest < 3_000_000, `${longest} bytes at once`)
    const ofTag = await me.client.reports.time({ query: { ...week, tag_ids: [deep.id] } })
    assert.equal(ofTag.totals.actual.count, 20)
  })

  it('take the same number of statements for few and for many items', async () => {
    const work = await group('Work')
    const deep = await tag(work.id, 'deep')
    const grow = async (count: number, day: string) => {
      for (let n = 0; n < count; n++) {
        const todo = await me.client.todos.create({
          body: { title: `t${n}`, tag_group_id: work.id, tag_ids: [deep.id], estimate_minutes: 30 },
        })
        const { id: schedule_id } = await plan(`${day}T0${n}:00`, `${day}T0${n}:30`, {
          tag_ids: [deep.id],
          recurrence_rule: 'FREQ=DAILY;COUNT=2',
        })
        const links = { todo_id: todo.id, schedule_id, tag_ids: [deep.id] }
        await record([segment(`${day}T0${n}:00`, `${day}T0${n}:30`)], links)
      }
    }
    const { reports } = me.client
    const reads = [
      () => reports.time({ query: { ...week, group_by: 'tag', bucket: 'day' } }),
      () => reports.time({ query: { ...week, group_by: 'todo' } }),
      () => reports.time({ query: { ...week, group_by: 'schedule', compare: 'previous' } }),
      () => reports.goals({ query: week }),
      () => reports.accuracy({ query: week }),
      () => reports.activity({ query: { year: 2026 } }),
    ]
    const costs = async () => {
      const found: number[] = []
      for (const read of reads) found.push(await fewest(() => statements, read))
      return found
    }
    await grow(1, '02')
    for (const read of reads) await read()
    const few = await costs()
    await grow(9, '03')
    assert.deepEqual(await costs(), few)
  })
})
