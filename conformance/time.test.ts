import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

describe('time', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'time-person')
    group = await me.group()
  })
  after(() => target.stop())

  const add = (deadline: unknown, query = '') =>
    me.send(`/v1/todos${query}`, 'POST', { title: 'T', tag_group_id: group, deadline })

  it('requests accept Z, an offset, or none for UTC; fractions are truncated to milliseconds', async () => {
    for (const [given, kept] of [
      ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z'],
      ['2026-01-15T10:00:00', '2026-01-15T10:00:00Z'],
      ['2026-01-15T19:00:00+09:00', '2026-01-15T10:00:00Z'],
      ['2026-01-15T10:00:00.5Z', '2026-01-15T10:00:00.500Z'],
      ['2026-01-15T10:00:00.123456Z', '2026-01-15T10:00:00.123Z'],
      ['2026-01-15T10:00:00.000Z', '2026-01-15T10:00:00Z'],
    ] as const)
      assert.equal((await add(given)).body['deadline'], kept, given)
  })

  it('years outside 1900 to 2200, dates that do not exist and other texts are 422', async () => {
    for (const given of [
      '1899-12-31T23:59:59Z',
      '2201-01-01T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '2026-01-15T25:00:00Z',
      'tomorrow',
      '',
      1_768_471_200,
    ])
      assert.equal((await add(given)).status, 422, String(given))
  })

  it('responses use the requested zone, with a colon in the offset, in nested items too', async () => {
    const { id } = (await add('2026-07-01T00:30:00Z')).body
    for (const [zone, text] of [
      ['UTC', '2026-07-01T00:30:00Z'],
      ['utc', '2026-07-01T00:30:00Z'],
      ['%2B09:00', '2026-07-01T09:30:00+09:00'],
      ['-09:30', '2026-06-30T15:00:00-09:30'],
      ['America/New_York', '2026-06-30T20:30:00-04:00'],
      ['Asia/Kathmandu', '2026-07-01T06:15:00+05:45'],
      ['Etc/GMT+5', '2026-06-30T19:30:00-05:00'],
    ]) {
      const { body } = await me.send(`/v1/todos/${id}?timezone=${zone}`)
      assert.equal(body['deadline'], text)
      assert.equal((body['schedules'] as Item[])[0]?.['start_time'], text)
    }
  })

  it('an unknown zone is 422 wherever a datetime is returned', async () => {
    const paths = [
      'todos',
      'timers',
      'tags',
      'tags/groups',
      'meetings',
      'friends',
      'friends/blocks',
      'tokens',
    ]
    for (const path of paths)
      for (const zone of ['Nowhere/Land', '%2B9:00', '%2B24:00', ''])
        assert.equal((await me.send(`/v1/${path}?timezone=${zone}`)).status, 422, `${path} ${zone}`)
    assert.equal((await add(null, '?timezone=Nowhere/Land')).status, 422)
  })

  it('date filters accept a date, which means 00:00 in the time zone of the request', async () => {
    await me.add('/v1/schedules', {
      title: 'Evening',
      start_time: '2027-05-01T20:00:00Z',
      end_time: '2027-05-01T21:00:00Z',
    })
    const on = async (from: string, to: string, zone: string) =>
      (await me.send<Item[]>(`/v1/schedules?start_date=${from}&end_date=${to}&timezone=${zone}`)).body.length
    assert.equal(await on('2027-05-01', '2027-05-02', 'UTC'), 1)
    assert.equal(await on('2027-05-01', '2027-05-02', 'Asia/Seoul'), 0)
    assert.equal(await on('2027-05-02', '2027-05-03', 'Asia/Seoul'), 1)
  })

  it('an unescaped plus in a query is accepted, so that returned datetimes can be sent back', async () => {
    const { id } = await me.add('/v1/schedules', {
      title: 'Series',
      start_time: '2027-06-01T00:00:00Z',
      end_time: '2027-06-01T01:00:00Z',
      recurrence_rule: 'FREQ=DAILY;COUNT=3',
    })
    const range = 'start_date=2027-06-02T09:00:00+09:00&end_date=2027-06-02T10:00:00.5+09:00&timezone=+09:00'
    const found = (await me.send<Item[]>(`/v1/schedules?${range}`)).body[0]
    assert.equal(found?.['instance_start'], '2027-06-02T09:00:00+09:00')
    const one = await me.send(`/v1/schedules/${id}?instance_start=${found?.['instance_start']}`)
    assert.equal(one.body.id, found?.id)
  })
})
