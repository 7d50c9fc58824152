import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { isUnmoved, movedTimes } from './dropped.ts'

const ZONE = 'Europe/Berlin'
const entry = (start_time: string, end_time: string): Schedule =>
  ({ all_day: false, parent_id: null, instance_start: null, start_time, end_time }) as Schedule
const inAllDayRow = (startStr: string, endStr: string) => ({
  ...{ startStr, endStr, allDay: true, extendedProps: {} },
})

test('an entry that is dropped in the all-day row gets dates', () => {
  assert.deepEqual(
    movedTimes(
      inAllDayRow('2026-03-25', '2026-03-26'),
      entry('2026-03-24T08:00:00Z', '2026-03-24T09:00:00Z'),
      ZONE,
    ),
    { start_time: '2026-03-25', end_time: '2026-03-26', all_day: true },
  )
})

test('an entry of 24 hours that moves to another day keeps its hours, also across a clock change', () => {
  assert.deepEqual(
    movedTimes(
      inAllDayRow('2026-03-29', '2026-03-30'),
      entry('2026-03-22T23:00:00Z', '2026-03-23T23:00:00Z'),
      ZONE,
    ),
    { start_time: '2026-03-28T23:00:00.000Z', end_time: '2026-03-29T22:00:00.000Z' },
  )
})

test('a drop at the same times in another notation leaves the entry where it was', () => {
  const known = entry('2026-03-24T09:00:00+01:00', '2026-03-24T10:00:00+01:00')
  const at = (start_time: string, end_time: string) => ({ start_time, end_time })
  assert.ok(isUnmoved(known, at('2026-03-24T08:00:00.000Z', '2026-03-24T09:00:00.000Z')))
  assert.ok(!isUnmoved(known, at('2026-03-24T08:15:00.000Z', '2026-03-24T09:00:00.000Z')))
  assert.ok(!isUnmoved(known, at('2026-03-24T08:00:00.000Z', '2026-03-24T09:15:00.000Z')))
  assert.ok(!isUnmoved(known, { ...at('2026-03-24', '2026-03-25'), all_day: true }))
  const whole = { ...known, all_day: true, start_date: '2026-03-24', end_date: '2026-03-25' }
  assert.ok(isUnmoved(whole, at('2026-03-24', '2026-03-25')))
  assert.ok(!isUnmoved(whole, at('2026-03-25', '2026-03-26')))
})
