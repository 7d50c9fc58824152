import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Fields, openTarget, type RequestOptions, type Target } from './target.ts'

interface Schedule extends Fields {
  id: string
  title: string
  start_time: string
  parent_id: string | null
  instance_start: string | null
}

describe('recurrence', () => {
  let target: Target
  let token: string
  let year = 2040
  before(async () => {
    target = await openTarget()
    token = await target.token('recurrence-person')
  })
  after(() => target.stop())

  const send = <T = Schedule>(path: string, method = 'GET', body?: RequestOptions['body']) =>
    target.request<T>(path, { method, token, body })
  /** Returns a time in May. Each series is in a different year, so that tests do not affect each other. */
  const on = (day: number, hour = 9) => `${year}-05-0${day}T${String(hour).padStart(2, '0')}:00:00Z`
  const newSeries = async (recurrence_rule = 'FREQ=DAILY;COUNT=4') => {
    year++
    const body = { title: 'Series', start_time: on(1), end_time: on(1, 10), recurrence_rule }
    return (await send('/v1/schedules', 'POST', body)).body.id
  }
  const may = async () =>
    (await send<Schedule[]>(`/v1/schedules?start_date=${year}-05-01&end_date=${year}-06-01`)).body
  const starts = async () => (await may()).map(each => each.start_time)
  const one = (id: string, day: number, more = '') =>
    `/v1/schedules/${id}?instance_start=${encodeURIComponent(on(day))}${more}`

  it('the list contains occurrences with stable ids, never the series', async () => {
    const id = await newSeries()
    const first = await may()
    assert.deepEqual(await may(), first)
    assert.equal(first.length, 4)
    assert.ok(first.every(each => each.parent_id === id && each.id !== id))
    assert.deepEqual(
      first.map(each => each.instance_start),
      [1, 2, 3, 4].map(day => on(day)),
    )
    assert.deepEqual((await send(one(id, 2))).body, first[1])
  })

  it('09:00 stays 09:00 across a DST change of the zone', async () => {
    const series = {
      title: 'NY',
      start_time: '2027-03-13T09:00:00-05:00',
      end_time: '2027-03-13T10:00:00-05:00',
      timezone: 'America/New_York',
      recurrence_rule: 'RRULE:FREQ=DAILY;COUNT=2',
    }
    await send('/v1/schedules', 'POST', series)
    const { body } = await send<Schedule[]>('/v1/schedules?start_date=2027-03-13&end_date=2027-03-16')
    assert.deepEqual(
      body.map(each => each.start_time),
      ['2027-03-13T14:00:00Z', '2027-03-14T13:00:00Z'],
    )
  })

  it('an invalid rule is 422', async () => {
    for (const recurrence_rule of [
      'FREQ=SECONDLY',
      'FREQ=MINUTELY',
      'FREQ=DAILY;COUNT=10001',
      'FREQ=DAILY;INTERVAL=0',
      'FREQ=DAILY;INTERVAL=10001',
      'FREQ=DAILY;COUNT=2;UNTIL=20500101',
      'FREQ=DAILY;FREQ=DAILY',
      'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6;BYMINUTE=0,15,30,45',
      'tomorrow',
    ]) {
      const body = { title: 'x', start_time: on(1), end_time: on(1), recurrence_rule }
      assert.equal((await send('/v1/schedules', 'POST', body)).status, 422, recurrence_rule)
    }
    const early = { recurrence_rule: 'FREQ=DAILY', recurrence_end: on(1, 8) }
    const body = { title: 'x', start_time: on(1), end_time: on(1), ...early }
    assert.equal((await send('/v1/schedules', 'POST', body)).status, 422)
  })

  it('a moved occurrence is listed at its new time and identified by its original start', async () => {
    const id = await newSeries()
    const moved = await send(one(id, 2), 'PATCH', { start_time: on(9), end_time: on(9, 10) })
    assert.equal(moved.status, 200)
    assert.equal(moved.body.instance_start, on(2))
    assert.deepEqual(await starts(), [on(1), on(3), on(4), on(9)])
    assert.equal((await send(one(id, 2), 'PATCH', { title: 'T' })).body.start_time, on(9))
  })

  it('an occurrence can be deleted once, and a PATCH restores it', async () => {
    const id = await newSeries()
    assert.equal((await send(one(id, 2), 'DELETE')).status, 200)
    assert.equal((await send(one(id, 2), 'DELETE')).status, 404)
    assert.deepEqual(await starts(), [on(1), on(3), on(4)])
    assert.equal((await send(one(id, 2), 'PATCH', {})).status, 200)
    assert.equal((await starts()).length, 4)
  })

  it('following splits the series and keeps exceptions', async () => {
    const id = await newSeries()
    await send(one(id, 4), 'PATCH', { title: 'Four' })
    const tail = (await send(one(id, 3, '&apply_to=following'), 'PATCH', { title: 'Tail' })).body
    assert.notEqual(tail.id, id)
    assert.deepEqual(
      (await may()).map(each => [each.parent_id, each.title]),
      [
        [id, 'Series'],
        [id, 'Series'],
        [tail.id, 'Tail'],
        [tail.id, 'Four'],
      ],
    )
    assert.equal((await send(one(tail.id, 4, '&apply_to=following'), 'DELETE')).status, 200)
    assert.equal((await may()).length, 3)
  })

  it('new times with apply_to=all shift the whole series by the difference', async () => {
    const id = await newSeries()
    await send(one(id, 3, '&apply_to=all'), 'PATCH', { start_time: on(3, 12), end_time: on(3, 13) })
    assert.deepEqual(
      await starts(),
      [1, 2, 3, 4].map(day => on(day, 12)),
    )
  })

  it('following from the first occurrence is the same as all', async () => {
    const id = await newSeries()
    assert.equal((await send(one(id, 1, '&apply_to=following'), 'PATCH', { title: 'T' })).body.id, id)
    await send(one(id, 1, '&apply_to=following'), 'DELETE')
    assert.equal((await send(`/v1/schedules/${id}`)).status, 404)
  })

  it('errors: not an occurrence 404, not a series 400, missing instance_start 422', async () => {
    const id = await newSeries()
    assert.equal((await send(one(id, 5))).status, 404)
    assert.equal((await send(one(id, 5), 'PATCH', { title: 'x' })).status, 404)
    const plain = { title: 'x', start_time: on(1), end_time: on(1, 10) }
    const { id: single } = (await send('/v1/schedules', 'POST', plain)).body
    assert.equal((await send(one(single, 1), 'PATCH', { title: 'x' })).status, 400)
    for (const apply_to of ['this', 'following']) {
      const path = `/v1/schedules/${id}?apply_to=${apply_to}`
      assert.equal((await send(path, 'PATCH', { title: 'x' })).status, 422)
    }
  })

  it('a new rule drops exceptions that no longer match an occurrence', async () => {
    const id = await newSeries()
    await send(one(id, 2), 'PATCH', { title: 'Two' })
    await send(one(id, 3), 'PATCH', { title: 'Three' })
    await send(`/v1/schedules/${id}`, 'PATCH', { recurrence_rule: 'FREQ=DAILY;INTERVAL=2;COUNT=2' })
    await send(`/v1/schedules/${id}`, 'PATCH', { recurrence_rule: 'FREQ=DAILY;COUNT=4' })
    assert.deepEqual(
      (await may()).map(each => each.title),
      ['Series', 'Series', 'Three', 'Series'],
    )
  })

  const seriesOf = async (fields: object) => {
    const body = { title: 'Series', timezone: 'America/New_York', ...fields }
    const { id } = (await send('/v1/schedules', 'POST', body)).body
    const list = await send<Schedule[]>('/v1/schedules?start_date=2038-01-01&end_date=2038-12-31')
    await send(`/v1/schedules/${id}`, 'DELETE')
    return list.body.filter(each => each.parent_id === id).map(each => each.start_time)
  }

  it('a local time that does not exist is skipped; an ambiguous one means the first', async () => {
    const spring = { start_time: '2038-03-13T02:30:00-05:00', end_time: '2038-03-13T03:00:00-05:00' }
    assert.deepEqual(await seriesOf({ ...spring, recurrence_rule: 'FREQ=DAILY;COUNT=2' }), [
      '2038-03-13T07:30:00Z',
      '2038-03-15T06:30:00Z',
    ])
    const autumn = { start_time: '2038-11-06T01:30:00-04:00', end_time: '2038-11-06T02:00:00-04:00' }
    assert.deepEqual(await seriesOf({ ...autumn, recurrence_rule: 'FREQ=DAILY;COUNT=3' }), [
      '2038-11-06T05:30:00Z',
      '2038-11-07T05:30:00Z',
      '2038-11-08T06:30:00Z',
    ])
  })

  it('UNTIL without Z is local, without a time the whole day; recurrence_end is inclusive, and the earlier one applies', async () => {
    const evening = { start_time: '2038-01-01T22:00:00-05:00', end_time: '2038-01-01T23:00:00-05:00' }
    for (const [fields, count] of [
      [{ recurrence_rule: 'FREQ=DAILY;UNTIL=20380103' }, 3],
      [{ recurrence_rule: 'FREQ=DAILY;UNTIL=20380103T220000' }, 3],
      [{ recurrence_rule: 'FREQ=DAILY;UNTIL=20380103T220000Z' }, 2],
      [{ recurrence_rule: 'FREQ=DAILY', recurrence_end: '2038-01-04T03:00:00Z' }, 3],
      [{ recurrence_rule: 'FREQ=DAILY;UNTIL=20380110', recurrence_end: '2038-01-03T03:00:00Z' }, 2],
    ] as const)
      assert.equal((await seriesOf({ ...evening, ...fields })).length, count, JSON.stringify(fields))
  })

  it('a series remains even if all its occurrences are deleted', async () => {
    const id = await newSeries('FREQ=DAILY;COUNT=2')
    for (const day of [1, 2]) assert.equal((await send(one(id, day), 'DELETE')).status, 200)
    assert.deepEqual(await may(), [])
    assert.equal((await send(`/v1/schedules/${id}`)).status, 200)
  })

  it('fields of the whole series cannot be set for one occurrence', async () => {
    const id = await newSeries()
    for (const body of [
      { recurrence_rule: 'FREQ=DAILY' },
      { timezone: 'Asia/Seoul' },
      { visibility: { level: 'public' } },
    ])
      assert.equal((await send(one(id, 2), 'PATCH', body)).status, 422)
  })
})
