import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Availability } from '@daymark/contract/meetings/meeting'
import fc from '../../../../scripts/test/properties.ts'
import {
  cellOf,
  cellStarts,
  cellsOf,
  daysOf,
  type Frame,
  freeByCell,
  partsOf,
  rectangle,
  slotsOf,
  stroke,
  timeOf,
} from './grid.ts'

const frame: Frame = {
  start_date: '2026-03-02',
  end_date: '2026-03-08',
  available_days: [0, 2, 6],
  start_time: '09:00:00',
  end_time: '11:15:00',
  time_slot_minutes: 30,
}
const monday = '2026-03-02'
const slot = (start_time: string, end_time: string, slot_date = monday) => ({
  slot_date,
  start_time,
  end_time,
})

test('days are limited to the chosen weekdays; 0 is Monday', () => {
  assert.deepEqual(daysOf(frame), ['2026-03-02', '2026-03-04', '2026-03-08'])
})

test('a last cell that does not fit is left out', () => {
  assert.deepEqual(cellStarts(frame).map(timeOf), ['09:00:00', '09:30:00', '10:00:00', '10:30:00'])
})

test('only completely covered cells count, also across adjacent slots', () => {
  assert.deepEqual([...cellsOf(frame, [slot('09:10:00', '10:00:00')])], [cellOf(monday, 1)])
  const seam = [slot('09:15:00', '09:30:00'), slot('09:00:00', '09:15:00')]
  assert.deepEqual([...cellsOf(frame, seam)], [cellOf(monday, 0)])
  assert.deepEqual([...cellsOf(frame, [slot('09:00:00', '10:00:00', '2026-03-03')])], [])
})

test('adjacent cells become one slot, and midnight is 24:00', () => {
  const cells = new Set([cellOf(monday, 0), cellOf(monday, 1), cellOf(monday, 3)])
  assert.deepEqual(slotsOf(frame, cells), [slot('09:00:00', '10:00:00'), slot('10:30:00', '11:00:00')])
  const late = { ...frame, start_time: '23:00:00', end_time: '24:00:00' }
  assert.deepEqual(slotsOf(late, new Set([cellOf(monday, 1)])), [slot('23:30:00', '24:00:00')])
})

test('cells survive a round trip through slots', () => {
  const all = daysOf(frame).flatMap(date => cellStarts(frame).map((_, index) => cellOf(date, index)))
  fc.assert(
    fc.property(fc.subarray(all), cells => {
      assert.deepEqual(cellsOf(frame, slotsOf(frame, new Set(cells))), new Set(cells))
    }),
  )
})

test('a rectangle spans days and times in any direction', () => {
  const days = daysOf(frame)
  const cells = rectangle(days, cellOf('2026-03-04', 2), cellOf(monday, 1))
  assert.deepEqual(cells, [
    cellOf(monday, 1),
    cellOf(monday, 2),
    cellOf('2026-03-04', 1),
    cellOf('2026-03-04', 2),
  ])
  assert.deepEqual(partsOf(cellOf(monday, 12)), { date: monday, index: 12 })
})

test('a stroke selects or clears only its cells', () => {
  const own = new Set(['a', 'b'])
  assert.deepEqual(stroke(own, ['b', 'c'], true), new Set(['a', 'b', 'c']))
  assert.deepEqual(stroke(own, ['b', 'c'], false), new Set(['a']))
})

test('lists the people who are free in each cell', () => {
  const of = (id: string, ...time_slots: Availability['time_slots']) =>
    ({ participant: { id }, time_slots }) as Availability
  const free = freeByCell(frame, [
    of('ann', slot('09:00:00', '10:00:00')),
    of('bob', slot('09:30:00', '10:00:00')),
  ])
  assert.deepEqual(free.get(cellOf(monday, 0)), ['ann'])
  assert.deepEqual(free.get(cellOf(monday, 1)), ['ann', 'bob'])
  assert.equal(free.has(cellOf(monday, 2)), false)
})
