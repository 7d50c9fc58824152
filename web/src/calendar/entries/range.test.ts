import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { addMonths, datesOf } from '../../design/dates/month.ts'
import { merged, monthsBetween, touchesMonth, withEntry } from './range.ts'

const entry = (id: string, start_time: string, end_time: string) =>
  ({ id, start_time, end_time }) as unknown as Schedule

test('months continue across years', () => {
  assert.equal(addMonths('2026-12', 1), '2027-01')
  assert.equal(addMonths('2026-01', -1), '2025-12')
  assert.equal(addMonths('2026-03', -27), '2023-12')
})

test('a range includes the months of its days, but not a month that starts at its end', () => {
  assert.deepEqual(monthsBetween('2026-02-23', '2026-04-06'), ['2026-02', '2026-03', '2026-04'])
  assert.deepEqual(monthsBetween('2026-03-01', '2026-04-01'), ['2026-03'])
  assert.deepEqual(datesOf('2026-12'), { start_date: '2026-12-01', end_date: '2027-01-01' })
})

test('an entry belongs to the month in local time', () => {
  const night = entry('a', '2026-03-31T23:00:00Z', '2026-03-31T23:30:00Z')
  assert.ok(touchesMonth(night, '2026-03', 'UTC'))
  assert.ok(!touchesMonth(night, '2026-04', 'UTC'))
  assert.ok(touchesMonth(night, '2026-04', 'Asia/Seoul'))
})

test('adjacent ranges do not overlap; a zero-length entry belongs to its instant', () => {
  assert.ok(!touchesMonth(entry('a', '2026-02-28T22:00:00Z', '2026-03-01T00:00:00Z'), '2026-03', 'UTC'))
  assert.ok(touchesMonth(entry('a', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'), '2026-03', 'UTC'))
})

test('an entry that spans two months is returned once and can move between months', () => {
  const over = entry('a', '2026-03-31T20:00:00Z', '2026-04-01T02:00:00Z')
  assert.equal(merged([[over], [over]]).length, 1)
  const moved = entry('a', '2026-04-02T20:00:00Z', '2026-04-02T22:00:00Z')
  assert.deepEqual(withEntry([over], moved, '2026-03', 'UTC'), [])
  assert.deepEqual(withEntry([], moved, '2026-04', 'UTC'), [moved])
})
