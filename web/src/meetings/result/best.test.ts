import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf, type Frame } from '../grid/grid.ts'
import { bestSlots, lengthsOf, usualLength } from './best.ts'

const frame: Frame = {
  start_date: '2026-03-02',
  end_date: '2026-03-03',
  available_days: [0, 1],
  start_time: '09:00:00',
  end_time: '11:00:00',
  time_slot_minutes: 30,
}
const [monday, tuesday] = ['2026-03-02', '2026-03-03']
const free = new Map([
  [cellOf(monday, 0), ['ann']],
  [cellOf(monday, 1), ['ann', 'bob']],
  [cellOf(monday, 2), ['bob']],
  [cellOf(tuesday, 2), ['bob', 'ann']],
  [cellOf(tuesday, 3), ['ann', 'bob']],
])

test('people must be free for the whole time', () => {
  const [first, second] = bestSlots(frame, free, 2)
  assert.deepEqual(first?.slot, { slot_date: tuesday, start_time: '10:00:00', end_time: '11:00:00' })
  assert.equal(first?.free.length, 2)
  assert.deepEqual(second, {
    slot: { slot_date: monday, start_time: '09:00:00', end_time: '10:00:00' },
    free: ['ann'],
    maybe: [],
  })
})

test('free people rank before those who could come if need be', () => {
  const maybe = new Map([[cellOf(monday, 0), ['bob', 'cleo']]])
  const [first, second, third] = bestSlots(frame, free, 1, 5, maybe)
  assert.deepEqual([first?.free.length, second?.free.length], [2, 2])
  assert.equal(third?.free.length, 2)
  const one = new Map([
    [cellOf(monday, 0), ['ann']],
    [cellOf(tuesday, 0), ['ann']],
  ])
  const [best] = bestSlots(frame, one, 1, 5, new Map([[cellOf(tuesday, 0), ['bob']]]))
  assert.deepEqual([best?.slot.slot_date, best?.free, best?.maybe], [tuesday, ['ann'], ['bob']])
})

test('suggestions do not overlap, and times when nobody is free are left out', () => {
  const starts = bestSlots(frame, free, 1).map(({ slot }) => `${slot.slot_date} ${slot.start_time}`)
  assert.equal(new Set(starts).size, 5)
  assert.equal(bestSlots(frame, free, 2).length, 2)
  assert.deepEqual(bestSlots(frame, new Map(), 1), [])
  assert.equal(bestSlots(frame, free, 1, 2).length, 2)
})

test('a meeting longer than the hours of the poll has no suggestion', () => {
  assert.deepEqual(bestSlots(frame, free, 5), [])
})

test('the lengths to choose from', () => {
  assert.deepEqual(lengthsOf(frame), [1, 2, 3, 4])
  assert.equal(usualLength(frame), 2)
  assert.equal(usualLength({ ...frame, time_slot_minutes: 120 }), 1)
})
