import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderOf, readDue } from './due.ts'

const DATE = Date.UTC(2026, 10, 20)
const TIME = Date.UTC(2026, 10, 20, 9)
const onDate = { deadline: null, deadline_date: DATE }
const atTime = { deadline: TIME, deadline_date: null }
const nothing = { deadline: null, deadline_date: null }

test('a deadline is a date or a time', () => {
  assert.deepEqual(readDue({ deadline: '2026-11-20' }), onDate)
  assert.deepEqual(readDue({ deadline_date: '2026-11-20' }), onDate)
  assert.deepEqual(readDue({ deadline: '2026-11-20T18:00:00+09:00' }), atTime)
  // A datetime at midnight is a time, not a date.
  assert.deepEqual(readDue({ deadline: '2026-11-20T00:00:00Z' }), { deadline: DATE, deadline_date: null })
})

test('both fields as they were read mean what they say', () => {
  assert.deepEqual(readDue({ deadline: null, deadline_date: '2026-11-20' }), onDate)
  assert.deepEqual(readDue({ deadline: '2026-11-20T09:00:00Z', deadline_date: null }), atTime)
  assert.deepEqual(readDue({ deadline: '2026-11-20', deadline_date: '2026-11-20' }), onDate)
  assert.deepEqual(readDue({ deadline: null, deadline_date: null }), nothing)
})

test('absent fields change nothing, and null clears', () => {
  assert.deepEqual(readDue({}), {})
  assert.deepEqual(readDue({ deadline: null }), nothing)
  assert.deepEqual(readDue({ deadline_date: null }), { deadline_date: null })
})

test('contradicting fields and dates that do not exist are refused', () => {
  assert.throws(
    () => readDue({ deadline: '2026-11-20T09:00:00Z', deadline_date: '2026-11-20' }),
    /deadline_date/,
  )
  assert.throws(() => readDue({ deadline: '2026-11-21', deadline_date: '2026-11-20' }), /deadline_date/)
  assert.throws(() => readDue({ deadline: '2026-02-30' }), /deadline/)
  assert.throws(() => readDue({ deadline: '2200-12-31' }), /2200/)
  assert.throws(() => readDue({ deadline_date: '2200-12-31' }), /deadline_date/)
})

test('in lists, a date is after the times of the day before and before those of the day after, in most zones', () => {
  for (const offset of [-11, -8, 0, 5.5, 9, 11]) {
    const start = DATE - offset * 3_600_000
    const order = orderOf(onDate) ?? 0
    assert.ok(order >= start && order < start + 86_400_000, String(offset))
  }
  assert.deepEqual([orderOf(atTime), orderOf(nothing)], [TIME, null])
})
