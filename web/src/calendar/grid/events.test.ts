import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Holiday } from '@daymark/contract/planning/holidays'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { startOfDay } from '../../session/region/zone-time.ts'
import { eventOf, eventsOf, holidayEvents, spanOfEvent, within } from './events.ts'

const ZONE = 'Asia/Seoul'
const entry = (fields: Partial<Schedule>) =>
  ({
    id: 'a',
    title: 'Call',
    start_time: '2026-03-10T09:00:00+09:00',
    end_time: '2026-03-10T10:00:00+09:00',
    tags: [],
    is_shared: false,
    state: 'PLANNED',
    ...fields,
  }) as Schedule

test('a timed entry has its color and says whether it can be moved', () => {
  const own = eventOf(entry({}), ZONE)
  assert.equal(own.start, '2026-03-10T00:00:00.000Z')
  assert.equal(own.allDay, false)
  assert.equal(own.editable, true)
  const shared = eventOf(entry({ is_shared: true, state: 'COMPLETED' }), ZONE)
  assert.equal(shared.editable, false)
  assert.equal(shared.className, 'entry shared completed')
})

test('an entry from midnight to midnight is all-day', () => {
  const event = eventOf(
    entry({ start_time: '2026-03-10T00:00:00+09:00', end_time: '2026-03-12T00:00:00+09:00' }),
    ZONE,
  )
  assert.deepEqual([event.allDay, event.start, event.end], [true, '2026-03-10', '2026-03-12'])
})

test('an all-day entry is on its dates, even if its times were written in another zone', () => {
  const stored = entry({
    all_day: true,
    start_time: '2026-03-10T00:00:00Z',
    end_time: '2026-03-12T00:00:00Z',
    start_date: '2026-03-10',
    end_date: '2026-03-12',
  })
  const event = eventOf(stored, 'Pacific/Honolulu')
  assert.deepEqual([event.allDay, event.start, event.end], [true, '2026-03-10', '2026-03-12'])
  const on = (start: string, end: string) => within([stored], { start, end }, 'Pacific/Honolulu').length
  assert.deepEqual([on('2026-03-09', '2026-03-10'), on('2026-03-10', '2026-03-11')], [0, 1])
  assert.deepEqual([on('2026-03-11', '2026-03-12'), on('2026-03-12', '2026-03-13')], [1, 0])
})

test('a holiday of several days is one bar', () => {
  const day = (date: string, name: string) => ({ date, name, is_holiday: true }) as Holiday
  const events = holidayEvents([
    day('2026-02-16', 'Seollal'),
    day('2026-02-17', 'Seollal'),
    day('2026-02-18', 'Seollal'),
    day('2026-03-01', 'Independence Movement Day'),
  ])
  assert.deepEqual(
    events.map(event => [event.start, event.end]),
    [
      ['2026-02-16', '2026-02-19'],
      ['2026-03-01', '2026-03-02'],
    ],
  )
})

test('a dropped range becomes instants in the time zone', () => {
  const midnight = (date: string) => startOfDay(date, ZONE)
  assert.deepEqual(spanOfEvent({ startStr: '2026-03-10', endStr: '', allDay: true }, midnight), {
    start: Date.parse('2026-03-09T15:00:00Z'),
    end: Date.parse('2026-03-10T15:00:00Z'),
  })
  const timed = { startStr: '2026-03-10T09:00:00+09:00', endStr: '2026-03-10T09:30:00+09:00', allDay: false }
  assert.equal(spanOfEvent(timed, midnight).end, Date.parse('2026-03-10T00:30:00Z'))
})

test('entries that overlap the dates are included, adjacent ones are not', () => {
  const times = [
    ['2026-03-09T22:00:00+09:00', '2026-03-10T00:00:00+09:00'],
    ['2026-03-09T22:00:00+09:00', '2026-03-10T01:00:00+09:00'],
    ['2026-03-10T00:00:00+09:00', '2026-03-10T00:00:00+09:00'],
    ['2026-03-10T23:00:00+09:00', '2026-03-12T01:00:00+09:00'],
    ['2026-03-11T00:00:00+09:00', '2026-03-11T01:00:00+09:00'],
  ]
  const entries = times.map(([start_time = '', end_time = ''], id) =>
    entry({ id: String(id), start_time, end_time }),
  )
  const seen = within(entries, { start: '2026-03-10', end: '2026-03-11' }, ZONE)
  assert.deepEqual(
    seen.map(each => each.id),
    ['1', '2', '3'],
  )
})

test('an entry is converted once per time zone', () => {
  const [own] = [entry({})]
  const [first] = eventsOf([own], ZONE)
  assert.equal(eventsOf([own], ZONE)[0], first)
  assert.notEqual(eventsOf([own], 'UTC')[0], first)
})
