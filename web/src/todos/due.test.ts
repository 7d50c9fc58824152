import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueFields, dueOf, isOverdue } from './due.ts'

const SEOUL = 'Asia/Seoul'
const none = { deadline: null, deadline_date: null }
const onDate = { deadline: null, deadline_date: '2026-11-20' }
const atTime = { deadline: '2026-11-20T09:00:00Z', deadline_date: null }

test('a date is overdue after its end in the zone of the owner', () => {
  const late = (due: object, now: string, zone = SEOUL, more: object = {}) =>
    isOverdue({ ...none, status: 'UNSCHEDULED', is_shared: false, ...due, ...more }, Date.parse(now), zone)
  assert.equal(late(onDate, '2026-11-20T14:59:59Z'), false)
  assert.equal(late(onDate, '2026-11-20T15:00:00Z'), true)
  assert.equal(late(onDate, '2026-11-21T07:59:59Z', 'America/Los_Angeles'), false)
  assert.equal(late(onDate, '2026-11-21T08:00:00Z', 'America/Los_Angeles'), true)
  // In Havana, March 8 starts at 1:00, because the clocks change at midnight.
  assert.equal(
    late({ ...none, deadline_date: '2026-03-07' }, '2026-03-08T04:59:59Z', 'America/Havana'),
    false,
  )
  assert.equal(late({ ...none, deadline_date: '2026-03-07' }, '2026-03-08T05:00:00Z', 'America/Havana'), true)
  assert.equal(late(atTime, '2026-11-20T09:00:01Z'), true)
  assert.equal(late(atTime, '2026-11-20T08:59:59Z'), false)
  assert.equal(late(none, '2026-11-20T09:00:00Z'), false)
  assert.equal(late(onDate, '2027-01-01T00:00:00Z', SEOUL, { status: 'DONE' }), false)
})

test("another person's date is overdue when it has ended everywhere", () => {
  const shared = { ...onDate, status: 'UNSCHEDULED' as const, is_shared: true }
  assert.equal(isOverdue(shared, Date.parse('2026-11-21T11:59:59Z'), SEOUL), false)
  assert.equal(isOverdue(shared, Date.parse('2026-11-21T12:00:00Z'), SEOUL), true)
})

test('without a time, the form makes a date', () => {
  assert.equal(dueOf({ date: '2026-11-20', time: '' }, SEOUL), '2026-11-20')
  assert.equal(dueOf({ date: '2026-11-20', time: '18:00' }, SEOUL), '2026-11-20T09:00:00.000Z')
  assert.equal(dueOf({ date: '', time: '18:00' }, SEOUL), null)
  assert.deepEqual(dueFields(onDate, SEOUL), { date: '2026-11-20', time: '' })
  assert.deepEqual(dueFields(atTime, SEOUL), { date: '2026-11-20', time: '18:00' })
  assert.deepEqual(dueFields(none, SEOUL), { date: '', time: '' })
})
