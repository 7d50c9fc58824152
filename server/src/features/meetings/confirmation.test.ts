import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { confirmedSpan } from './confirmation.ts'

function span(date: string, start_time: string, end_time: string, zone: string): string[] {
  const { start_time: start, end_time: end } = confirmedSpan({ slot_date: date, start_time, end_time }, zone)
  return [start, end].map(instant => new Date(instant).toISOString())
}

describe('a confirmed slot', () => {
  it('is in the zone of the meeting', () => {
    const seoul = ['2026-01-15T01:00:00.000Z', '2026-01-15T02:30:00.000Z']
    assert.deepEqual(span('2026-01-15', '10:00', '11:30:00', 'Asia/Seoul'), seoul)
    assert.deepEqual(span('2026-01-15', '10:00', '11:30:00', '+09:00'), seoul)
    assert.deepEqual(span('2026-01-15', '10:00', '11:30', 'UTC'), [
      '2026-01-15T10:00:00.000Z',
      '2026-01-15T11:30:00.000Z',
    ])
  })

  it('may end at midnight', () => {
    assert.deepEqual(span('2026-12-31', '23:00', '24:00', 'UTC'), [
      '2026-12-31T23:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ])
  })

  it('moves out of a DST gap and keeps its length', () => {
    const moved = ['2026-03-08T07:30:00.000Z', '2026-03-08T08:00:00.000Z']
    assert.deepEqual(span('2026-03-08', '02:30', '03:00', 'America/New_York'), moved)
    assert.deepEqual(span('2026-03-08', '01:30', '02:30', 'America/New_York'), [
      '2026-03-08T06:30:00.000Z',
      '2026-03-08T07:30:00.000Z',
    ])
  })

  it('uses the first of two equal local times', () => {
    assert.deepEqual(span('2026-11-01', '01:15', '01:45', 'America/New_York'), [
      '2026-11-01T05:15:00.000Z',
      '2026-11-01T05:45:00.000Z',
    ])
  })
})
