import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { greeted } from '../../../../test/support/device.ts'
import { befriend, newPerson, type Person } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const CHOSEN = () => `0192d3a4-7b1c-7def-8a90-${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}`
const DAY = '2026-03-02'
const at = (time: string) => `${DAY}T${time}:00Z`
const range = (start: string, end: string) => ({ start: at(start), end: at(end) })
const MORNING = [range('09:00', '10:00'), range('10:30', '12:00')]
const SHOWN = { tag_include_mode: 'timer_only' } as const

forEachStorage('corrections of time', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  const record = ({ client }: Person, body: object = {}): Promise<Timer> =>
    client.timers.addRecord({ body: { segments: MORNING, ...body }, query: SHOWN })
  const read = ({ client }: Person, timer: { id: string }) =>
    client.timers.get({ params: { timer_id: timer.id }, query: SHOWN })
  const setSegments = ({ client }: Person, timer: { id: string }, segments: object[], more: object = {}) =>
    client.timers.setSegments({
      params: { timer_id: timer.id },
      body: { segments: segments as { start: string; end: string }[], ...more },
      query: SHOWN,
    })
  const split = ({ client }: Person, timer: { id: string }, moment: string, id?: string) =>
    client.timers.split({
      params: { timer_id: timer.id },
      body: { at: moment, id: id ?? null },
      query: SHOWN,
    })
  const trim = ({ client }: Person, timer: { id: string }, end: string) =>
    client.timers.trim({ params: { timer_id: timer.id }, body: { end }, query: SHOWN })
  const started = async (person: Person, ...then: ('pause' | 'resume' | 'stop' | 'cancel')[]) => {
    const device = await greeted(server, person.id)
    const { timer } = (await device.start({ title: 'Measured' })).payload
    for (const action of then) {
      server.clock.advance(60_000)
      await device.ask(`timer.${action}`, { timer_id: timer.id })
    }
    server.clock.advance(60_000)
    await device.close()
    return read(person, timer)
  }
  const latest = async ({ client }: Person) => (await client.history.list({ query: { limit: 1 } }))[0]
  const undo = async (person: Person) => {
    const batch_id = (await latest(person))?.batch_id ?? ''
    return person.client.history.undo({ params: { batch_id } })
  }
  /** Removes the fields that every change updates. */
  const essence = ({ version: _version, updated_at: _at, ...timer }: Timer) => timer

  it('adds a completed record, whose planned time is its measured time', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await record(ann, { title: ' Reading ', description: 'At home' })
    assert.equal(timer.status, 'COMPLETED')
    assert.equal(timer.title, 'Reading')
    assert.equal(timer.elapsed_time, 2.5 * 3600)
    assert.equal(timer.allocated_duration, 2.5 * 3600)
    assert.deepEqual([timer.started_at, timer.ended_at], [at('09:00'), at('12:00')])
    assert.deepEqual(timer.segments, MORNING)
    assert.deepEqual(timer.pause_history, [
      { action: 'start', at: at('09:00') },
      { action: 'pause', at: at('10:00'), elapsed: 3600 },
      { action: 'resume', at: at('10:30') },
      { action: 'stop', at: at('12:00'), elapsed: 9000 },
    ])
    assert.deepEqual([timer.corrected_at, timer.is_running, timer.paused_at], [null, false, at('10:00')])
    assert.deepEqual(await read(ann, timer), timer)
    assert.ok((timer.version ?? 0) > 0)
    const planned = await record(ann, { allocated_duration: 60 })
    assert.equal(planned.allocated_duration, 60)
    const exact = await record(ann, { segments: [{ start: at('09:00'), end: `${DAY}T09:00:01.500Z` }] })
    assert.deepEqual([exact.elapsed_time, exact.allocated_duration], [1, 1.5])
  })

  itOnce('joins adjacent segments, and accepts any zone', async () => {
    const ann = await newPerson(server, 'ann')
    const segments = [
      range('09:00', '10:00'),
      { start: `${DAY}T19:00:00+09:00`, end: at('11:00') },
      range('12:00', '13:00'),
    ]
    const timer = await record(ann, { segments })
    assert.deepEqual(timer.segments, [range('09:00', '11:00'), range('12:00', '13:00')])
    assert.equal(timer.pause_history.length, 4)
  })

  it('links, tags and shares a record by the rules of a new timer', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const tag = await ann.client.tags.create({ body: { name: 'T', color: '#112233', group_id: group.id } })
    const todo = await ann.client.todos.create({
      body: { title: 'Todo', tag_group_id: group.id, deadline: at('08:00') },
    })
    const schedule_id = todo.schedules[0]?.id ?? assert.fail('no schedule')
    const body = { todo_id: todo.id, tag_ids: [tag.id, tag.id], visibility: { level: 'public' } }
    const timer = await record(ann, body)
    assert.deepEqual([timer.todo_id, timer.schedule_id], [todo.id, schedule_id], 'the other side follows')
    assert.deepEqual(
      timer.tags.map(each => each.id),
      [tag.id],
    )
    assert.equal(timer.visibility?.level, 'public')
    assert.equal((await read(bob, timer)).title, null)
    await rejectsWith(record(bob, { todo_id: todo.id }), 404, /Todo not found/)
    await rejectsWith(record(bob, { schedule_id }), 404, /Schedule not found/)
    await rejectsWith(record(bob, { tag_ids: [tag.id] }), 400, /tags/)
    const visibility = { level: 'selected', allowed_user_ids: [ann.id] }
    await rejectsWith(record(bob, { visibility }), 400, /friend/)
    assert.deepEqual(await bob.client.timers.list(), [], 'nothing was written')
  })

  it('accepts a chosen id once', async () => {
    const ann = await newPerson(server, 'ann')
    const id = CHOSEN()
    assert.equal((await record(ann, { id })).id, id)
    await rejectsWith(record(ann, { id }), 409, /already in use/)
    await rejectsWith(record(ann, { id: 'x' }), 422, /id/)
  })

  itOnce('rejects invalid segments, for records and corrections', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await record(ann)
    const now = server.clock.now()
    const iso = (ms: number) => new Date(ms).toISOString()
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        start: iso(now - 10_000_000 + n * 2_000),
        end: iso(now - 10_000_000 + n * 2_000 + 1_000),
      }))
    const bad: [object[], RegExp][] = [
      [[], /segments/],
      [[range('09:00', '09:00')], /segments\.0\.end must be after start/],
      [[range('10:00', '09:00')], /segments\.0\.end must be after start/],
      [[range('09:00', '11:00'), range('10:00', '12:00')], /segments\.1\.start must not be before/],
      [[range('11:00', '12:00'), range('09:00', '10:00')], /segments\.1\.start must not be before/],
      [[{ start: iso(now - 1_000), end: iso(now + 60_000) }], /segments\.0\.end must not be in the future/],
      [[{ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:01Z' }], /31 days/],
      [many(501), /segments/],
      [[{ start: at('09:00') }], /segments\.0\.end is required/],
      [[{ start: 'soon', end: at('09:00') }], /segments\.0\.start/],
    ]
    for (const [segments, detail] of bad) {
      await rejectsWith(record(ann, { segments }), 422, detail)
      await rejectsWith(setSegments(ann, timer, segments), 422, detail)
    }
    assert.deepEqual(await read(ann, timer), timer)
    assert.equal((await ann.client.timers.list()).length, 1)
    assert.equal((await record(ann, { segments: many(500) })).segments.length, 500)
    const longest = [{ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' }]
    assert.equal((await record(ann, { segments: longest })).elapsed_time, 31 * 86_400)
  })

  itOnce('checks the time of the press', async () => {
    const ann = await newPerson(server, 'ann')
    const iso = (ms: number) => new Date(server.clock.now() + ms).toISOString()
    const segments = [{ start: iso(-7_200_000), end: iso(-3_600_000) }]
    await record(ann, { segments, at: iso(-60_000) })
    await record(ann, { segments, at: null })
    await rejectsWith(record(ann, { segments, at: iso(60_000) }), 422, /in the future/)
    await rejectsWith(record(ann, { segments, at: iso(-31 * 86_400_000) }), 422, /30 days/)
    await rejectsWith(record(ann, { segments, at: iso(-3_700_000) }), 422, /segments\.0\.end/)
    const timer = await record(ann, { segments })
    const moment = iso(-1_800_000)
    const corrected = await setSegments(ann, timer, [{ start: iso(-7_200_000), end: iso(-7_000_000) }], {
      at: moment,
    })
    assert.equal(parseInstant(corrected.corrected_at ?? ''), parseInstant(moment))
    const late = setSegments(ann, timer, segments, { at: iso(-8_000_000) })
    await rejectsWith(late, 422, /before the last event/)
  })

  it('replaces the measured time of a paused, completed or canceled timer; not of a running one', async () => {
    const ann = await newPerson(server, 'ann')
    const endings = [
      { timer: await started(ann, 'pause'), status: 'PAUSED', ended_at: null },
      { timer: await started(ann, 'pause', 'stop'), status: 'COMPLETED', ended_at: at('12:00') },
      { timer: await started(ann, 'cancel'), status: 'CANCELLED', ended_at: at('12:00') },
    ]
    for (const { timer, status, ended_at } of endings) {
      const corrected = await setSegments(ann, timer, MORNING)
      assert.deepEqual([corrected.status, corrected.ended_at], [status, ended_at])
      assert.deepEqual([corrected.started_at, corrected.elapsed_time], [at('09:00'), 9000])
      assert.deepEqual(corrected.segments, MORNING)
      assert.ok(corrected.corrected_at)
      assert.equal(corrected.allocated_duration, timer.allocated_duration)
      assert.deepEqual(await read(ann, timer), corrected)
    }
    const running = await started(ann)
    await rejectsWith(setSegments(ann, running, MORNING), 409, /running/)
    await rejectsWith(split(ann, running, running.created_at), 409, /running/)
    assert.deepEqual(running.segments, [{ start: running.started_at, end: null }])
  })

  itOnce('resumes a paused timer after its time was corrected', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await started(ann, 'pause')
    await setSegments(ann, timer, MORNING)
    const device = await greeted(server, ann.id)
    await device.ask('timer.resume', { timer_id: timer.id })
    server.clock.advance(60_000)
    await device.ask('timer.stop', { timer_id: timer.id })
    await device.close()
    const ended = await read(ann, timer)
    assert.deepEqual(ended.segments.slice(0, 2), MORNING)
    assert.ok([9060, 9061].includes(ended.elapsed_time))
  })

  it('splits a timer in two that add up, with the same links, tags and sharing', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    await befriend(ann, bob)
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const tag = await ann.client.tags.create({ body: { name: 'T', color: '#112233', group_id: group.id } })
    const todo = await ann.client.todos.create({ body: { title: 'Todo', tag_group_id: group.id } })
    const visibility = { level: 'selected', allowed_user_ids: [bob.id] }
    const whole = await record(ann, { title: 'W', todo_id: todo.id, tag_ids: [tag.id], visibility })
    const id = CHOSEN()
    const [first, second] = await split(ann, whole, at('11:00'), id)
    assert.ok(first && second)
    assert.deepEqual([first.id, second.id], [whole.id, id])
    assert.deepEqual(first.segments, [range('09:00', '10:00'), range('10:30', '11:00')])
    assert.deepEqual(second.segments, [range('11:00', '12:00')])
    for (const part of [first, second]) {
      assert.deepEqual([part.status, part.title, part.todo_id], ['COMPLETED', 'W', todo.id])
      assert.deepEqual(part.tags, whole.tags)
      assert.deepEqual(part.visibility, whole.visibility)
      assert.ok(part.corrected_at)
      assert.deepEqual(await read(ann, part), part)
      assert.equal((await read(bob, part)).is_shared, true)
    }
    const inPause = await split(ann, first, at('10:15'))
    assert.deepEqual(
      inPause.map(part => part.segments),
      [[range('09:00', '10:00')], [range('10:30', '11:00')]],
    )
    for (const outside of [at('08:00'), at('11:00'), at('12:00'), at('13:00')])
      await rejectsWith(split(ann, second, outside), 422, /at must be inside the measured time/)
    await rejectsWith(split(ann, second, at('11:30'), whole.id), 409, /already in use/)
  })

  itOnce('ends a forgotten timer earlier: running, paused, and inside a pause', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    await befriend(ann, bob)
    const after = (timer: Timer, seconds: number) =>
      new Date((parseInstant(timer.started_at ?? '') ?? 0) + seconds * 1000).toISOString()
    const friend = await greeted(server, bob.id)
    const running = await started(ann, 'pause', 'resume')
    await friend.until(
      message => message.type === 'timer.friend_activity' && message.payload.action === 'resume',
    )
    const device = await greeted(server, ann.id)
    const trimmed = await trim(ann, running, after(running, 90))
    assert.deepEqual([trimmed.status, trimmed.elapsed_time], ['COMPLETED', 60], 'inside the pause')
    assert.equal(trimmed.ended_at, after(running, 90))
    assert.ok(trimmed.corrected_at)
    const message = await device.next('timer.updated')
    assert.deepEqual([message.payload.action, message.payload.timer.id], ['stop', running.id])
    const notice = await friend.next('timer.friend_activity')
    assert.deepEqual([notice.payload.action, notice.payload.timer_id], ['stop', running.id])
    const simple = await started(ann)
    assert.equal((await trim(ann, simple, after(simple, 30))).elapsed_time, 30)
    const paused = await started(ann, 'pause')
    assert.equal((await trim(ann, paused, after(paused, 45))).elapsed_time, 45)
    await rejectsWith(trim(ann, paused, after(paused, 30)), 409, /already ended/)
    const other = await started(ann)
    await rejectsWith(trim(ann, other, after(other, 0)), 422, /end must be after the start/)
    await rejectsWith(trim(ann, other, after(other, 86_400)), 422, /end must not be in the future/)
    await Promise.all([device.close(), friend.close()])
  })

  itOnce('is allowed to the owner only: 403 for others, 404 for missing timers', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    const timer = await record(ann, { visibility: { level: 'public' } })
    const missing = { id: MISSING }
    for (const [target, status] of [
      [timer, 403],
      [missing, 404],
    ] as const) {
      await rejectsWith(setSegments(bob, target, MORNING), status)
      await rejectsWith(split(bob, target, at('09:30')), status)
      await rejectsWith(trim(bob, target, at('09:30')), status)
    }
    assert.deepEqual(await read(ann, timer), timer)
  })

  it('honors If-Match and Idempotency-Key', async () => {
    const ann = await newPerson(server, 'ann')
    const token = await server.issuer.token({ sub: ann.id, name: ann.id }, { now: server.clock.now() })
    const send = async (method: string, path: string, body: object, headers: Record<string, string>) => {
      const response = await server.fetch(path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Timer }
    }
    const timer = await record(ann)
    const path = `/v1/timers/${timer.id}`
    const body = { segments: [range('09:00', '10:00')] }
    const first = await send('PUT', `${path}/segments`, body, { 'if-match': `"${timer.version}"` })
    assert.deepEqual([first.status, first.headers.get('etag')], [200, `"${first.body.version}"`])
    for (const [method, action, given] of [
      ['PUT', 'segments', body],
      ['POST', 'split', { at: at('09:30') }],
    ] as const) {
      const stale = await send(method, `${path}/${action}`, given, { 'if-match': `"${timer.version}"` })
      assert.equal(stale.status, 412, action)
    }
    const key = { 'idempotency-key': 'split once' }
    const once = await send('POST', `${path}/split`, { at: at('09:30') }, key)
    const again = await send('POST', `${path}/split`, { at: at('09:30') }, key)
    assert.deepEqual(again.body, once.body)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await ann.client.timers.list()).length, 2)
  })

  it('undoes and redoes every correction exactly', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const tag = await ann.client.tags.create({ body: { name: 'T', color: '#112233', group_id: group.id } })
    const all = async () => (await ann.client.timers.list({ query: SHOWN })).map(essence)
    const measured = await started(ann, 'pause', 'resume', 'pause')
    const whole = await record(ann, { tag_ids: [tag.id], visibility: { level: 'public' } })
    const steps: [string, RegExp, () => Promise<unknown>][] = [
      ['record', /^Added the timer 'New'/, () => record(ann, { title: 'New', tag_ids: [tag.id] })],
      ['segments', /^Corrected the time of/, () => setSegments(ann, measured, MORNING)],
      ['split', /^Split/, () => split(ann, whole, at('11:00'))],
      ['split of a paused timer', /^Split/, () => split(ann, measured, at('11:00'))],
      [
        'trim',
        /^Stopped/,
        async () =>
          trim(ann, await started(ann, 'pause'), new Date(server.clock.now() - 90_000).toISOString()),
      ],
    ]
    for (const [name, sentence, correct] of steps) {
      const before = name === 'trim' ? undefined : await all()
      await correct()
      const after = await all()
      assert.match((await latest(ann))?.summary ?? '', sentence)
      await undo(ann)
      if (before) assert.deepEqual(await all(), before, `undo of ${name}`)
      await undo(ann)
      assert.deepEqual(await all(), after, `redo of ${name}`)
    }
  })

  it('counts corrected time in the totals of todos', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const todo = await ann.client.todos.create({ body: { title: 'T', tag_group_id: group.id } })
    const measured = async () =>
      (await ann.client.todos.list({ query: { include_totals: true } }))[0]?.measured_seconds
    const timer = await record(ann, { todo_id: todo.id })
    assert.equal(await measured(), 9000)
    await setSegments(ann, timer, [range('13:00', '14:00')])
    assert.equal(await measured(), 3600)
    await split(ann, timer, at('13:20'))
    assert.equal(await measured(), 3600)
  })

  it('undoes a trim and restores the running timer', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await started(ann, 'pause', 'resume')
    const history = timer.pause_history
    await trim(ann, timer, history[1]?.at ?? '')
    await undo(ann)
    const again = await read(ann, timer)
    assert.deepEqual([again.status, again.pause_history, again.corrected_at], ['RUNNING', history, null])
    assert.deepEqual(again.segments, timer.segments)
  })

  it('shows the original in the history, and refuses to undo if the timer has changed since', async () => {
    const ann = await newPerson(server, 'ann')
    const timer = await record(ann, { title: 'Kept' })
    await setSegments(ann, timer, [range('13:00', '14:00')])
    const corrected = await latest(ann)
    const changed = corrected?.entries[0]?.changed ?? {}
    assert.deepEqual(changed['segments'], { before: MORNING, after: [range('13:00', '14:00')] })
    assert.deepEqual(changed['started_at'], { before: at('09:00'), after: at('13:00') })
    await setSegments(ann, timer, [range('15:00', '16:00')])
    const params = { batch_id: corrected?.batch_id ?? '' }
    await rejectsWith(ann.client.history.undo({ params }), 409, /has been changed since/)
  })

  it('notifies every device, including one that was offline', async () => {
    const ann = await newPerson(server, 'ann')
    const device = await greeted(server, ann.id)
    const timer = await record(ann)
    await setSegments(ann, timer, [range('13:00', '14:00')])
    await split(ann, timer, at('13:30'))
    await device.settled()
    const seen = (each: typeof device) =>
      each.received.flatMap(({ type, payload }) =>
        'timer' in payload ? [[type, payload.timer.segments, payload.timer.corrected_at !== null]] : [],
      )
    const naive = (...segments: ReturnType<typeof range>[]) =>
      segments.map(({ start, end }) => ({ start: start.slice(0, -1), end: end.slice(0, -1) }))
    const expected = [
      ['timer.created', naive(...MORNING), false],
      ['timer.updated', naive(range('13:00', '14:00')), true],
      ['timer.updated', naive(range('13:00', '13:30')), true],
      ['timer.created', naive(range('13:30', '14:00')), true],
    ]
    assert.deepEqual(seen(device), expected)
    const late = await greeted(server, ann.id, { query: '?since=0' })
    await late.settled()
    assert.deepEqual(seen(late), expected)
    const { changes } = await ann.client.changes.list({ query: { kinds: ['timer'] } })
    for (const { id, resource } of changes) assert.deepEqual(resource, await read(ann, { id: String(id) }))
    await Promise.all([device.close(), late.close()])
  })
})
