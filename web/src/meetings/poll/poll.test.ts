import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endChoices, minuteChoices, newPoll, pollFault, startChoices, weekdaysFrom } from './poll.ts'

const poll = newPoll('2026-03-01', 'Europe/Berlin')

test('a new poll is valid', () => {
  assert.equal(pollFault(poll), undefined)
  assert.equal(poll.start_date, '2026-03-02')
})

test('reports each error', () => {
  assert.equal(pollFault({ ...poll, end_date: '2026-03-01' }), 'range')
  assert.equal(pollFault({ ...poll, end_date: '' }), 'range')
  assert.equal(pollFault({ ...poll, end_date: '2026-05-03' }), 'tooLong')
  assert.equal(pollFault({ ...poll, end_date: '2026-05-02' }), undefined)
  assert.equal(pollFault({ ...poll, available_days: [] }), 'noDays')
  assert.equal(pollFault({ ...poll, end_date: '2026-03-02', available_days: [6] }), 'noDays')
  assert.equal(pollFault({ ...poll, end_time: '09:00:00' }), 'hours')
  assert.equal(pollFault({ ...poll, end_time: '09:20:00' }), 'noCells')
})

test('the choices include midnight only as an end, and the current value', () => {
  assert.equal(startChoices('09:00:00').at(-1), '23:30:00')
  assert.equal(endChoices('18:00:00').at(-1), '24:00:00')
  assert.ok(startChoices('09:10:00').includes('09:10:00'))
  assert.deepEqual(minuteChoices(45), [15, 30, 45, 60, 120])
})

test('weekdays begin with the first day of the week', () => {
  assert.deepEqual(weekdaysFrom(0), [6, 0, 1, 2, 3, 4, 5])
  assert.deepEqual(weekdaysFrom(1), [0, 1, 2, 3, 4, 5, 6])
})
