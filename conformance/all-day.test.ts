import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Fields, openTarget, type Target } from './target.ts'

interface Schedule extends Fields {
  id: string
  start_time: string
  end_time: string
  start_date: string | null
  end_date: string | null
  all_day: boolean
  instance_start: string | null
}
interface Calendar {
  data: { calendar: { days: { date: string; events: Fields[] }[] } }
}

const FARTHEST = ['Pacific/Kiritimati', 'Asia/Seoul', 'UTC', 'America/New_York', 'Pacific/Honolulu', '-11:00']

describe('all-day schedules', () => {
  let target: Target
  let token: string
  let people = 0
  before(async () => {
    target = await openTarget()
    token = await target.token('all-day-person')
  })
  after(() => target.stop())

  const send = <T = Schedule>(path: string, method = 'GET', body?: unknown) =>
    target.request<T>(path, { method, token, body })
  const add = async (start_time: string, end_time: string, more: object = {}) => {
    const created = await send('/v1/schedules', 'POST', {
      title: `Day ${++people}`,
      all_day: true,
      start_time,
      end_time,
      ...more,
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    return created.body
  }
  const zoneOf = (zone: string) => `timezone=${encodeURIComponent(zone)}`
  const list = async (from: string, to: string, zone: string) =>
    (await send<Schedule[]>(`/v1/schedules?start_date=${from}&end_date=${to}&${zoneOf(zone)}`)).body
  const dates = (items: readonly Schedule[]) => items.map(item => [item.start_date, item.end_date])

  it('all_day is false by default, and start_date and end_date are null then', async () => {
    const times = { start_time: '2030-01-01T09:00:00Z', end_time: '2030-01-01T10:00:00Z' }
    const { body } = await send('/v1/schedules', 'POST', { title: 'Timed', ...times })
    assert.deepEqual([body.all_day, body.start_date, body.end_date], [false, null, null])
    assert.equal(
      (await send('/v1/schedules', 'POST', { title: 'Timed', ...times, start_time: '2030-01-01' })).status,
      422,
    )
  })

  it('start_time and end_time are dates, the end exclusive, at least one day', async () => {
    const day = await add('2030-02-01', '2030-02-02')
    assert.deepEqual([day.start_date, day.end_date, day.all_day], ['2030-02-01', '2030-02-02', true])
    for (const end_time of ['2030-02-01', '2030-01-31', '2030-02-30', '2030-02-02T09:00:00Z']) {
      const refused = { title: 'x', all_day: true, start_time: '2030-02-01', end_time }
      assert.equal((await send('/v1/schedules', 'POST', refused)).status, 422, end_time)
    }
  })

  it("output is 00:00 of those dates in the reader's zone, with the same dates for everyone", async () => {
    const { id } = await add('2030-03-20', '2030-03-22')
    for (const zone of FARTHEST) {
      const { body } = await send(`/v1/schedules/${id}?${zoneOf(zone)}`)
      assert.equal(body.start_time.slice(0, 19), '2030-03-20T00:00:00', zone)
      assert.equal(body.end_time.slice(0, 19), '2030-03-22T00:00:00', zone)
      assert.deepEqual(dates([body]), [['2030-03-20', '2030-03-22']])
    }
    assert.equal((await send(`/v1/schedules/${id}`)).body.start_time, '2030-03-20T00:00:00Z')
    const inSeoul = (await send(`/v1/schedules/${id}?${zoneOf('Asia/Seoul')}`)).body
    assert.equal(inSeoul.end_time, '2030-03-22T00:00:00+09:00')
  })

  it('the list and the calendar show it on its dates, in every zone', async () => {
    const { id } = await add('2030-11-20', '2030-11-21')
    for (const zone of FARTHEST) {
      assert.deepEqual(
        (await list('2030-11-20', '2030-11-21', zone)).map(item => item.id),
        [id],
        zone,
      )
      assert.deepEqual(await list('2030-11-19', '2030-11-20', zone), [], zone)
      assert.deepEqual(await list('2030-11-21', '2030-11-22', zone), [], zone)
      const query = `{ calendar(startDate: "2030-11-19", endDate: "2030-11-21", timezone: "${zone}") {
        days { date events { id allDay startDate endDate startAt } } } }`
      const { body } = await send<Calendar>('/v1/graphql', 'POST', { query })
      const shown = body.data.calendar.days.map(day => day.events.map(event => event['id']))
      assert.deepEqual(shown, [[], [id], []], zone)
      const [event] = body.data.calendar.days[1]?.events ?? []
      assert.deepEqual(
        [
          event?.['allDay'],
          event?.['startDate'],
          event?.['endDate'],
          String(event?.['startAt']).slice(0, 19),
        ],
        [true, '2030-11-20', '2030-11-21', '2030-11-20T00:00:00'],
      )
    }
  })

  it('it repeats by date, with no clock changes involved', async () => {
    await add('2031-03-29', '2031-03-30', {
      timezone: 'America/New_York',
      recurrence_rule: 'FREQ=DAILY;COUNT=4',
      recurrence_end: '2031-03-31',
    })
    const wanted = ['2031-03-29', '2031-03-30', '2031-03-31']
    for (const zone of [...FARTHEST, 'Europe/Berlin', 'Africa/Cairo']) {
      const items = await list('2031-03-01', '2031-05-01', zone)
      assert.deepEqual(
        items.map(item => item.start_date),
        wanted,
        zone,
      )
    }
    const hourly = { title: 'x', all_day: true, start_time: '2031-01-01', end_time: '2031-01-02' }
    for (const recurrence_rule of ['FREQ=HOURLY', 'FREQ=DAILY;BYHOUR=9']) {
      assert.equal((await send('/v1/schedules', 'POST', { ...hourly, recurrence_rule })).status, 422)
    }
  })

  it('PATCH accepts dates, and the 00:00 datetimes that a client was shown', async () => {
    const { id } = await add('2030-04-10', '2030-04-11')
    const path = `/v1/schedules/${id}`
    const moved = await send(path, 'PATCH', { start_time: '2030-04-12', end_time: '2030-04-14' })
    assert.deepEqual(dates([moved.body]), [['2030-04-12', '2030-04-14']])
    for (const zone of FARTHEST) {
      const inZone = `${path}?${zoneOf(zone)}`
      const { body: shown } = await send(inZone)
      const { start_time, end_time } = shown
      const whole = await send(inZone, 'PATCH', { title: 'Same', start_time, end_time, all_day: true })
      assert.deepEqual(dates([whole.body]), [['2030-04-12', '2030-04-14']], zone)
      const inUtc = {
        start_time: new Date(start_time).toISOString(),
        end_time: new Date(end_time).toISOString(),
      }
      assert.deepEqual(
        dates([(await send(inZone, 'PATCH', inUtc)).body]),
        [['2030-04-12', '2030-04-14']],
        zone,
      )
    }
    assert.equal((await send(path, 'PATCH', { start_time: '2030-04-12T09:00:00Z' })).status, 422)
    assert.equal((await send(path, 'PATCH', { end_time: '2030-04-12' })).status, 422)
  })

  it('all_day can be switched on and off', async () => {
    const { id } = await add('2030-06-01', '2030-06-03')
    const path = `/v1/schedules/${id}?${zoneOf('Asia/Seoul')}`
    const off = (await send(path, 'PATCH', { all_day: false })).body
    assert.deepEqual([off.all_day, off.start_date], [false, null])
    assert.deepEqual(
      [off.start_time, off.end_time],
      ['2030-06-01T00:00:00+09:00', '2030-06-03T00:00:00+09:00'],
    )
    const on = (await send(path, 'PATCH', { all_day: true })).body
    assert.deepEqual(dates([on]), [['2030-06-01', '2030-06-03']])
    const times = { all_day: false, start_time: '2030-06-05T09:00:00Z', end_time: '2030-06-05T10:00:00Z' }
    assert.equal((await send(path, 'PATCH', times)).body.start_time, '2030-06-05T18:00:00+09:00')
    const evening = { start_time: '2030-06-05T23:00:00+09:00', end_time: '2030-06-06T01:00:00+09:00' }
    await send(path, 'PATCH', evening)
    assert.deepEqual(dates([(await send(path, 'PATCH', { all_day: true })).body]), [
      ['2030-06-05', '2030-06-07'],
    ])
  })

  it('instance_start may be a date, and is a date in the log', async () => {
    const { id } = await add('2032-01-05', '2032-01-06', { recurrence_rule: 'FREQ=WEEKLY;COUNT=5' })
    const path = `/v1/schedules/${id}`
    const starts = async () =>
      (await list('2032-01-01', '2032-03-01', 'Asia/Seoul')).map(item => item.start_date)
    const moved = await send(`${path}?instance_start=2032-01-12`, 'PATCH', {
      start_time: '2032-01-13',
      end_time: '2032-01-15',
    })
    assert.deepEqual(dates([moved.body]), [['2032-01-13', '2032-01-15']])
    assert.deepEqual(await starts(), ['2032-01-05', '2032-01-13', '2032-01-19', '2032-01-26', '2032-02-02'])
    const { body: log } = await send<{ changes: Fields[] }>('/v1/changes?since=0&timezone=Asia%2FSeoul')
    const entry = log.changes.findLast(change => change['id'] === id)
    assert.deepEqual([entry?.['action'], entry?.['instance_start']], ['updated', '2032-01-12'])
    const third = (await list('2032-01-19', '2032-01-20', 'Asia/Seoul'))[0]
    const shown = encodeURIComponent(String(third?.instance_start))
    assert.equal((await send(`${path}?instance_start=${shown}`, 'DELETE')).status, 200)
    assert.deepEqual(await starts(), ['2032-01-05', '2032-01-13', '2032-01-26', '2032-02-02'])
    assert.equal((await send(`${path}?instance_start=2032-01-20`)).status, 404)
    assert.equal((await send(`${path}?instance_start=2032-01-26T09:00:00Z`)).status, 404)
    assert.equal((await send(`${path}?instance_start=2032-01-26`, 'PATCH', { all_day: false })).status, 422)
  })

  it('this and the following, and all, move by dates', async () => {
    const { id } = await add('2033-01-03', '2033-01-04', { recurrence_rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4' })
    const starts = async () =>
      (await list('2033-01-01', '2033-03-01', 'America/New_York')).map(item => item.start_date)
    const move = (at: string, to: string, end: string, apply: string) =>
      send(`/v1/schedules/${id}?instance_start=${at}&apply_to=${apply}`, 'PATCH', {
        start_time: to,
        end_time: end,
      })
    assert.equal((await move('2033-01-10', '2033-01-11', '2033-01-12', 'all')).status, 200)
    assert.deepEqual(await starts(), ['2033-01-04', '2033-01-11', '2033-01-18', '2033-01-25'])
    const { body: tail } = await move('2033-01-18', '2033-01-19', '2033-01-21', 'following')
    assert.deepEqual(dates([tail]), [['2033-01-19', '2033-01-21']])
    assert.deepEqual(await starts(), ['2033-01-04', '2033-01-11', '2033-01-19', '2033-01-26'])
  })
})
