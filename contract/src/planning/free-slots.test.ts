import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freeSlots, type Search } from './free-slots.ts'

const text = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const find = (search: Partial<Search>) =>
  freeSlots({
    first: '2026-11-16',
    last: '2026-11-16',
    timezone: 'UTC',
    hours: null,
    busy: [],
    earliest: 0,
    length_ms: 1_800_000,
    ...search,
  }).map(({ from, to }) => `${text(from)} ${text(to)}`)
const span = (from: string, to: string) => ({
  from: Date.parse(`2026-11-16T${from}Z`),
  to: Date.parse(`2026-11-16T${to}Z`),
})

describe('free slots', () => {
  it('are the working hours without planned entries', () => {
    assert.deepEqual(find({}), ['2026-11-16T09:00 2026-11-16T17:00'])
    const busy = [
      span('12:00', '13:00'),
      span('08:00', '09:30'),
      span('12:30', '14:00'),
      span('16:45', '18:00'),
    ]
    assert.deepEqual(find({ busy }), [
      '2026-11-16T09:30 2026-11-16T12:00',
      '2026-11-16T14:00 2026-11-16T16:45',
    ])
    assert.deepEqual(find({ busy: [span('00:00', '23:00')] }), [])
  })

  it('begin after now, on full five minutes, and are long enough', () => {
    const earliest = Date.parse('2026-11-16T16:22:01Z')
    assert.deepEqual(find({ earliest }), ['2026-11-16T16:25 2026-11-16T17:00'])
    assert.deepEqual(find({ earliest, length_ms: 3_600_000 }), [])
  })

  it('follow the working hours of the person, also to the end of the day', () => {
    const hours = { '5': [{ start: '22:00', end: '24:00' }], '0': [{ start: '08:00', end: '08:45' }] }
    assert.deepEqual(find({ first: '2026-11-14', hours }), [
      '2026-11-14T22:00 2026-11-15T00:00',
      '2026-11-16T08:00 2026-11-16T08:45',
    ])
    assert.deepEqual(find({ first: '2026-11-14', last: '2026-11-15' }), [], 'not on weekends by default')
  })

  it('are local times, also when the clock changes', () => {
    const hours = { '6': [{ start: '01:00', end: '04:00' }] }
    const days = { first: '2026-03-29', last: '2026-03-29' }
    assert.deepEqual(find({ ...days, hours, timezone: 'Europe/Berlin' }), [
      '2026-03-29T00:00 2026-03-29T02:00',
    ])
  })
})
