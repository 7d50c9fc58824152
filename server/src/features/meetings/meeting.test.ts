import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { type MeetingFrame, meetingDays, meetingFaults, uniqueDays } from './meeting.ts'
import { secondsOfDay, timeText } from './time-of-day.ts'

const SOUND: MeetingFrame = {
  start_date: '2026-03-02',
  end_date: '2026-03-08',
  available_days: [0, 2, 4],
  start_time: '09:00:00',
  end_time: '18:00:00',
  time_slot_minutes: 30,
}

const faultsOf = (change: Partial<MeetingFrame>) =>
  meetingFaults({ ...SOUND, ...change }).map(({ path, message }) => `${path} ${message}`)

describe('a meeting', () => {
  it('is valid at its limits', () => {
    assert.deepEqual(faultsOf({}), [])
    assert.deepEqual(faultsOf({ end_date: SOUND.start_date }), [])
    assert.deepEqual(faultsOf({ end_date: '2026-05-02' }), [])
    assert.deepEqual(faultsOf({ start_time: '09:00', end_time: '09:00:01' }), [])
    assert.deepEqual(faultsOf({ start_time: '00:00', end_time: '24:00' }), [])
    assert.deepEqual(faultsOf({ time_slot_minutes: 5 }), [])
    assert.deepEqual(faultsOf({ time_slot_minutes: 1440 }), [])
  })

  it('ends after it starts', () => {
    const late = ['end_time must be after start_time']
    assert.deepEqual(faultsOf({ end_time: '09:00' }), late)
    assert.deepEqual(faultsOf({ end_time: '08:59:59' }), late)
    assert.deepEqual(faultsOf({ end_time: '00:00' }), late)
    assert.deepEqual(faultsOf({ start_time: '24:00', end_time: '24:00' }), late)
  })

  it('has 1 to 62 days', () => {
    assert.deepEqual(faultsOf({ end_date: '2026-03-01' }), ['end_date must not be before start_date'])
    assert.deepEqual(faultsOf({ end_date: '2026-05-03' }), [
      'end_date must not make the range longer than 62 days, both ends included',
    ])
  })

  it('has weekdays', () => {
    assert.deepEqual(faultsOf({ available_days: [] }), ['available_days must not be empty'])
    for (const day of [-1, 7, 1.5, Number.NaN]) {
      assert.deepEqual(faultsOf({ available_days: [0, day] }), [
        'available_days must contain whole numbers from 0 (Monday) to 6 (Sunday)',
      ])
    }
    assert.deepEqual(uniqueDays([4, 0, 4, 2, 0]), [4, 0, 2])
  })

  it('has cells of a sensible length', () => {
    for (const minutes of [0, 4, -30, 7.5, 1441]) {
      assert.deepEqual(faultsOf({ time_slot_minutes: minutes }), [
        'time_slot_minutes must be a whole number from 5 to 1440',
      ])
    }
  })

  it('names every error at once', () => {
    const wrong = { end_date: '2026-01-01', available_days: [], end_time: '01:00', time_slot_minutes: 0 }
    assert.deepEqual(
      meetingFaults({ ...SOUND, ...wrong }).map(({ path }) => path),
      ['end_date', 'available_days', 'end_time', 'time_slot_minutes'],
    )
  })
})

describe('the days of a meeting', () => {
  it('count from Monday', () => {
    assert.deepEqual(meetingDays(SOUND), ['2026-03-02', '2026-03-04', '2026-03-06'])
    assert.deepEqual(meetingDays({ ...SOUND, available_days: [6] }), ['2026-03-08'])
  })

  it('may be empty', () => {
    assert.deepEqual(meetingDays({ ...SOUND, end_date: '2026-03-02', available_days: [1] }), [])
  })
})

describe('a time of day', () => {
  it('is read with and without seconds and written with them', () => {
    assert.equal(secondsOfDay('09:30'), secondsOfDay('09:30:00'))
    assert.equal(timeText(secondsOfDay('09:05')), '09:05:00')
    assert.equal(timeText(secondsOfDay('24:00')), '24:00:00')
    fc.assert(fc.property(fc.integer({ min: 0, max: 86_400 }), n => secondsOfDay(timeText(n)) === n))
  })
})
