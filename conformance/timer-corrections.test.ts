// Also covers adding past time as a completed timer.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { Device, type Timer } from './device.ts'
import { newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

const range = (start: string, end: string) => ({ start: `2026-03-02T${start}Z`, end: `2026-03-02T${end}Z` })
const MORNING = [range('09:00:00', '10:00:00'), range('10:30:00', '12:00:00')]

describe('time corrections', () => {
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
    me = await newPerson(target, `corrections-person-${people++}`)
    device = await new Device(target, { token: me.token }).greeted()
  })

  const record = (body: object = {}) => me.add<Timer>('/v1/timers/records', { segments: MORNING, ...body })
  const segments = (id: string, list: object[]) =>
    me.send<Timer>(`/v1/timers/${id}/segments`, 'PUT', { segments: list })
  const post = <T = Timer>(id: string, action: string, body: object) =>
    me.send<T>(`/v1/timers/${id}/${action}`, 'POST', body)
  const instants = (list: unknown) =>
    (list as { start: string; end: string }[]).map(({ start, end }) => [Date.parse(start), Date.parse(end)])

  it('POST /v1/timers/records: 201, a completed timer whose pause_history follows from the segments', async () => {
    const timer = await record({ title: 'R' })
    assert.deepEqual([timer.status, timer['title'], timer.elapsed_time], ['COMPLETED', 'R', 9000])
    assert.deepEqual(
      timer.pause_history.map(({ action }) => action),
      ['start', 'pause', 'resume', 'stop'],
    )
    assert.deepEqual(instants(timer['segments']), instants(MORNING))
    assert.equal(timer['allocated_duration'], 9000)
    assert.ok('corrected_at' in timer)
  })

  it('every read has segments and corrected_at', async () => {
    const started = await device.start()
    assert.equal((started['segments'] as Fields[])[0]?.['end'], null)
    assert.equal(started['corrected_at'], null)
    for (const path of ['/v1/timers', `/v1/timers/${started.id}`, '/v1/timers/active']) {
      const { body } = await me.send<Timer | Timer[]>(path)
      const [timer] = [body].flat()
      assert.ok(timer && 'segments' in timer && 'corrected_at' in timer, path)
    }
  })

  it('adjacent segments are joined', async () => {
    const timer = await record({ segments: [range('09:00:00', '10:00:00'), range('10:00:00', '11:00:00')] })
    assert.deepEqual(instants(timer['segments']), instants([range('09:00:00', '11:00:00')]))
  })

  it('an empty list, a zero length, overlaps, the future, over 500 and over 31 days are 422', async () => {
    const soon = {
      start: new Date(Date.now() - 1000).toISOString(),
      end: new Date(Date.now() + 3.6e6).toISOString(),
    }
    const second = (n: number) => new Date(Date.UTC(2026, 2, 2) + n * 2_000).toISOString()
    const many = Array.from({ length: 501 }, (_, n) => ({ start: second(n), end: second(n + 0.5) }))
    const bad = [
      [],
      [range('09:00:00', '09:00:00')],
      [range('09:00:00', '11:00:00'), range('10:00:00', '12:00:00')],
      [range('11:00:00', '12:00:00'), range('09:00:00', '10:00:00')],
      [soon],
      many,
      [{ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:01Z' }],
    ]
    const { id } = await record()
    for (const list of bad) {
      assert.equal((await me.send('/v1/timers/records', 'POST', { segments: list })).status, 422)
      assert.equal((await segments(id, list)).status, 422)
    }
  })

  it('PUT segments replaces the measured time of a timer that is not running', async () => {
    const { id } = await device.start()
    assert.equal((await segments(id, MORNING)).status, 409)
    await device.ask('timer.pause', { timer_id: id })
    const paused = await segments(id, MORNING)
    assert.deepEqual([paused.status, paused.body.status, paused.body.elapsed_time], [200, 'PAUSED', 9000])
    assert.equal(paused.body['ended_at'], null)
    await device.ask('timer.stop', { timer_id: id })
    const done = await segments(id, [range('13:00:00', '14:00:00')])
    assert.deepEqual([done.body.status, done.body.elapsed_time], ['COMPLETED', 3600])
    assert.equal(Date.parse(String(done.body['started_at'])), Date.parse('2026-03-02T13:00:00Z'))
    assert.equal(Date.parse(String(done.body['ended_at'])), Date.parse('2026-03-02T14:00:00Z'))
    assert.ok(done.body['corrected_at'])
  })

  it('split: 200 with both timers, the first keeps the id; 409 while it is running', async () => {
    const { id } = await record()
    const { status, body } = await post<Timer[]>(id, 'split', { at: '2026-03-02T11:00:00Z' })
    assert.equal(status, 200)
    assert.deepEqual([body.length, body[0]?.id], [2, id])
    assert.deepEqual(
      body.map(timer => timer.elapsed_time),
      [5400, 3600],
    )
    assert.equal((await post(id, 'split', { at: '2026-03-02T08:00:00Z' })).status, 422)
    const running = await device.start()
    assert.equal((await post(running.id, 'split', { at: '2026-03-02T08:00:00Z' })).status, 409)
  })

  it('trim ends a running or paused timer earlier, at the requested time even during a pause', async () => {
    const at = new Date(Date.now() - 3.6e6).toISOString()
    const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString()
    const forgotten = await device.start({ at })
    const trimmed = await post(forgotten.id, 'trim', { end: later(60_000) })
    assert.deepEqual([trimmed.status, trimmed.body.status, trimmed.body.elapsed_time], [200, 'COMPLETED', 60])
    assert.equal((await post(forgotten.id, 'trim', { end: later(30_000) })).status, 409)
    const paused = await device.start({ at })
    await device.ask('timer.pause', { timer_id: paused.id, at: later(60_000) })
    const ended = await post(paused.id, 'trim', { end: later(90_000) })
    assert.equal(Date.parse(String(ended.body['ended_at'])), Date.parse(later(90_000)))
    assert.equal(ended.body.elapsed_time, 60)
  })

  it('corrections can be undone', async () => {
    const timer = await record()
    await segments(timer.id, [range('13:00:00', '14:00:00')])
    const [latest] = (await me.send<{ batch_id: string }[]>('/v1/history?limit=1')).body
    assert.equal((await me.send(`/v1/history/${latest?.batch_id}/undo`, 'POST')).status, 200)
    const { body } = await me.send<Timer>(`/v1/timers/${timer.id}`)
    assert.deepEqual([body['segments'], body['corrected_at']], [timer['segments'], null])
  })

  it('is for the owner only', async () => {
    const { id } = await record({ visibility: { level: 'public' } })
    const other = await newPerson(target, `corrections-person-${people++}`)
    const { status } = await other.send(`/v1/timers/${id}/segments`, 'PUT', { segments: MORNING })
    assert.equal(status, 403)
  })
})
