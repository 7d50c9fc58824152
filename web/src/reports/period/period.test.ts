import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { addDays } from '../../session/region/zone-time.ts'
import { bucketOf, contains, daysIn, KINDS, lastEnd, type Period, periodOf, shifted } from './period.ts'

const MONDAY = 1
const dates = fc.integer({ min: 0, max: 40_000 }).map(days => addDays('1960-01-01', days))
const kinds = fc.constantFrom(...KINDS)
const firstDays = fc.integer({ min: 0, max: 6 })
const text = ({ start, end }: Period) => `${start} ${end}`

test('periods of a date', () => {
  assert.equal(text(periodOf('day', '2026-11-16', MONDAY)), '2026-11-16 2026-11-16')
  assert.equal(text(periodOf('week', '2026-11-15', MONDAY)), '2026-11-09 2026-11-15')
  assert.equal(text(periodOf('week', '2026-11-15', 0)), '2026-11-15 2026-11-21')
  assert.equal(text(periodOf('month', '2028-02-10', MONDAY)), '2028-02-01 2028-02-29')
  assert.equal(text(periodOf('quarter', '2026-11-16', MONDAY)), '2026-10-01 2026-12-31')
  assert.equal(text(periodOf('year', '2026-11-16', MONDAY)), '2026-01-01 2026-12-31')
})

test('whole months are followed by whole months, other periods by as many days', () => {
  assert.equal(text(shifted(periodOf('month', '2026-03-31', MONDAY), -1)), '2026-02-01 2026-02-28')
  assert.equal(text(shifted(periodOf('quarter', '2026-01-15', MONDAY), -1)), '2025-10-01 2025-12-31')
  const custom = (start: string, end: string): Period => ({ kind: 'custom', start, end })
  assert.equal(text(shifted(custom('2026-01-01', '2026-02-28'), 1)), '2026-03-01 2026-04-30')
  assert.equal(text(shifted(custom('2026-01-05', '2026-01-14'), -1)), '2025-12-26 2026-01-04')
})

test('the next period begins the day after, and stepping back returns', () => {
  fc.assert(
    fc.property(kinds, dates, firstDays, (kind, date, firstDay) => {
      const period = periodOf(kind, date, firstDay)
      assert.ok(contains(period, date))
      const next = shifted(period, 1)
      assert.equal(next.start, addDays(period.end, 1))
      assert.deepEqual(shifted(next, -1), period)
      if (kind !== 'custom') assert.deepEqual(periodOf(kind, next.start, firstDay), next)
    }),
  )
})

test('charts have readable numbers of bars', () => {
  const bucket = (kind: Period['kind']) => bucketOf(periodOf(kind, '2026-11-16', MONDAY))
  assert.deepEqual(KINDS.slice(0, 5).map(bucket), ['hour', 'day', 'day', 'week', 'month'])
  assert.equal(daysIn({ start: '2026-03-01', end: '2026-03-31' }), 31)
})

test('a period ends at most five years after its start', () => {
  assert.equal(lastEnd('2026-11-16'), '2031-11-15')
  assert.equal(lastEnd('2028-02-29'), '2033-02-27')
})
