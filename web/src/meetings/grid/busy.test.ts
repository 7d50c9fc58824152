import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busyCells } from './busy.ts'
import { cellOf, type Frame } from './grid.ts'

const frame: Frame = {
  start_date: '2026-03-02',
  end_date: '2026-03-04',
  available_days: [0, 1, 2],
  start_time: '09:00:00',
  end_time: '12:00:00',
  time_slot_minutes: 60,
}
const days = ['2026-03-02', '2026-03-03', '2026-03-04']
const entry = (title: string, start_time: string, end_time: string) => ({ title, start_time, end_time })

test('an entry marks the cells it overlaps, in local time', () => {
  const busy = busyCells(
    frame,
    days,
    [entry('Dentist', '2026-03-02T08:30:00Z', '2026-03-02T09:30:00Z')],
    'Europe/Berlin',
  )
  assert.deepEqual([...busy.keys()], [cellOf('2026-03-02', 0), cellOf('2026-03-02', 1)])
  assert.deepEqual(busy.get(cellOf('2026-03-02', 0)), { titles: ['Dentist'], label: 'Dentist' })
  assert.equal(busy.get(cellOf('2026-03-02', 1))?.label, undefined)
})

test('an entry that ends where a cell starts does not mark it; long entries mark every day', () => {
  const busy = busyCells(frame, days, [entry('Fair', '2026-03-02T11:00:00Z', '2026-03-04T10:00:00Z')], 'UTC')
  assert.deepEqual(
    [...busy.keys()],
    [
      cellOf('2026-03-02', 2),
      cellOf('2026-03-03', 0),
      cellOf('2026-03-03', 1),
      cellOf('2026-03-03', 2),
      cellOf('2026-03-04', 0),
    ],
  )
  assert.equal(busy.get(cellOf('2026-03-03', 0))?.label, 'Fair')
})

test('a cell lists all its entries', () => {
  const at = ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z'] as const
  const busy = busyCells(frame, days, [entry('A', ...at), entry('B', ...at)], 'UTC')
  assert.deepEqual(busy.get(cellOf('2026-03-02', 0)), { titles: ['A', 'B'], label: 'A' })
})
