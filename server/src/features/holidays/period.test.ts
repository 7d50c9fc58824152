import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '../../platform/kernel/errors.ts'
import { findZone, utc } from '../../platform/kernel/time/zone.ts'
import { type PeriodQuery, periodOf } from './period.ts'

const seoul = findZone('Asia/Seoul') ?? utc
const days = (query: PeriodQuery, zone = utc) => {
  const { from, to } = periodOf(query, zone, '2026-07-01T00:00:00Z')
  return `${from} ${to}`
}
const fault = (query: PeriodQuery) => {
  try {
    return days(query)
  } catch (error) {
    assert.ok(error instanceof Problem && error.kind === 'invalid')
    return error.message
  }
}

describe('the period of a request', () => {
  it('defaults to the current year', () => {
    assert.equal(days({}), '2026-01-01 2026-12-31')
  })

  it('is a year, several years, or the days between two dates', () => {
    assert.equal(days({ year: 2025 }), '2025-01-01 2025-12-31')
    assert.equal(days({ start_year: 2025 }), '2025-01-01 2025-12-31')
    assert.equal(days({ start_year: 2025, end_year: 2027 }), '2025-01-01 2027-12-31')
    assert.equal(days({ start_date: '2026-02-16', end_date: '2026-02-16' }), '2026-02-16 2026-02-16')
  })

  it('uses the first of several forms: the year, then the years, then the dates', () => {
    const spans = { start_date: '2030-05-01', end_date: '2030-05-02' }
    assert.equal(days({ ...spans, start_year: 2028, year: 2026 }), '2026-01-01 2026-12-31')
    assert.equal(days({ ...spans, start_year: 2028 }), '2028-01-01 2028-12-31')
  })

  it('uses the day of a datetime in the zone', () => {
    const query = { start_date: '2026-02-15T16:00:00Z', end_date: '2026-02-18T14:59:59.999Z' }
    assert.equal(days(query, seoul), '2026-02-16 2026-02-18')
    assert.equal(days(query), '2026-02-15 2026-02-18')
  })

  it('has at most ten years, both ends included', () => {
    assert.equal(days({ start_year: 2020, end_year: 2029 }), '2020-01-01 2029-12-31')
    assert.match(
      fault({ start_year: 2020, end_year: 2030 }),
      /^end_year must not make the range longer than 10/,
    )
    assert.equal(days({ start_date: '2020-03-01', end_date: '2030-02-28' }), '2020-03-01 2030-02-28')
    assert.match(fault({ start_date: '2020-03-01', end_date: '2030-03-01' }), /^end_date must not make/)
    assert.match(fault({ start_date: '2020-02-29', end_date: '2030-02-28' }), /^end_date must not make/)
  })

  it('must not be reversed', () => {
    assert.match(fault({ start_year: 2026, end_year: 2025 }), /^end_year must not be before start_year/)
    assert.match(fault({ start_date: '2026-01-02', end_date: '2026-01-01' }), /^end_date must not be before/)
  })

  it('needs both dates, and a first year', () => {
    assert.equal(fault({ end_year: 2026 }), 'start_year is required with end_year.')
    assert.equal(fault({ start_date: '2026-01-01' }), 'end_date is required with start_date.')
    assert.equal(fault({ end_date: '2026-01-01' }), 'start_date is required with end_date.')
  })
})
