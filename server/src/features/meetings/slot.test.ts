import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import type { MeetingFrame } from './meeting.ts'
import { normalizeSlots, slotCutter, slotFaults, type TimeSlot } from './slot.ts'
import { secondsOfDay, timeText } from './time-of-day.ts'

const MEETING: MeetingFrame = {
  start_date: '2026-03-02',
  end_date: '2026-03-08',
  available_days: [0, 2],
  start_time: '09:00:00',
  end_time: '18:00:00',
  time_slot_minutes: 30,
}

const slot = (slot_date: string, start_time: string, end_time: string): TimeSlot => ({
  slot_date,
  start_time,
  end_time,
})

describe('slots', () => {
  it('may fill the hours of a day of the meeting, even with overlaps', () => {
    const slots = [slot('2026-03-02', '09:00', '18:00'), slot('2026-03-04', '10:07:30', '10:08')]
    assert.deepEqual(slotFaults(MEETING, slots), [])
    assert.deepEqual(slotFaults(MEETING, []), [])
  })

  it('must be on days of the meeting', () => {
    for (const date of ['2026-03-03', '2026-03-01', '2026-03-09', '2026-02-23']) {
      assert.deepEqual(slotFaults(MEETING, [slot(date, '09:00', '10:00')]), [
        { path: '0.slot_date', message: "must be one of the meeting's days" },
      ])
    }
  })

  it('must be within its hours and end after they start', () => {
    const slots = [
      slot('2026-03-02', '08:59', '10:00'),
      slot('2026-03-02', '17:00', '18:00:01'),
      slot('2026-03-02', '10:00', '10:00'),
      slot('2026-03-02', '08:00', '07:00'),
    ]
    assert.deepEqual(
      slotFaults(MEETING, slots).map(({ path, message }) => `${path} ${message}`),
      [
        "0.start_time must not be before the meeting's start_time (09:00:00)",
        "1.end_time must not be after the meeting's end_time (18:00:00)",
        '2.end_time must be after start_time',
        '3.end_time must be after start_time',
        "3.start_time must not be before the meeting's start_time (09:00:00)",
      ],
    )
  })
})

describe('stored slots', () => {
  it('are unique, with seconds, in order of time', () => {
    const given = [
      slot('2026-03-04', '09:00', '10:00'),
      slot('2026-03-02', '11:00', '12:00'),
      slot('2026-03-02', '09:00:00', '12:00'),
      slot('2026-03-02', '11:00:00', '12:00:00'),
      slot('2026-03-02', '09:00', '10:00'),
    ]
    assert.deepEqual(normalizeSlots(given), [
      slot('2026-03-02', '09:00:00', '10:00:00'),
      slot('2026-03-02', '09:00:00', '12:00:00'),
      slot('2026-03-02', '11:00:00', '12:00:00'),
      slot('2026-03-04', '09:00:00', '10:00:00'),
    ])
  })
})

describe('a change of the meeting', () => {
  const slots = [
    slot('2026-03-02', '09:00:00', '10:00:00'),
    slot('2026-03-02', '11:00:00', '14:00:00'),
    slot('2026-03-04', '13:00:00', '15:00:00'),
  ]

  it('cuts nothing if the meeting only grows', () => {
    assert.deepEqual(slotCutter({ ...MEETING, end_date: '2026-03-31' })(slots), slots)
  })

  it('drops slots on removed days', () => {
    assert.deepEqual(slotCutter({ ...MEETING, available_days: [2] })(slots), slots.slice(2))
    assert.deepEqual(slotCutter({ ...MEETING, start_date: '2026-03-03' })(slots), slots.slice(2))
  })

  it('drops only the part of a slot that lies outside the new hours', () => {
    assert.deepEqual(slotCutter({ ...MEETING, start_time: '10:00', end_time: '13:00' })(slots), [
      slot('2026-03-02', '11:00:00', '13:00:00'),
    ])
  })

  it('merges two slots that have become equal', () => {
    const pair = [slot('2026-03-02', '09:00:00', '12:00:00'), slot('2026-03-02', '10:00:00', '12:00:00')]
    assert.deepEqual(slotCutter({ ...MEETING, start_time: '10:00' })(pair), pair.slice(1))
  })

  it('keeps every slot that fits the new meeting, and nothing else', () => {
    const time = fc.integer({ min: 0, max: 48 }).map(n => timeText(n * 1800))
    const hours = fc.tuple(time, time).filter(([a, b]) => secondsOfDay(a) < secondsOfDay(b))
    const day = fc.integer({ min: 1, max: 20 }).map(n => `2026-03-${String(n).padStart(2, '0')}`)
    const someSlot = fc.tuple(day, hours).map(([date, [start, end]]) => slot(date, start, end))
    const meeting = fc.tuple(hours, fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }))
    fc.assert(
      fc.property(meeting, fc.array(someSlot), ([[start_time, end_time], available_days], all) => {
        const frame = { ...MEETING, end_date: '2026-03-12', available_days, start_time, end_time }
        const left = slotCutter(frame)(all)
        assert.deepEqual(slotFaults(frame, left), [])
        assert.deepEqual(slotCutter(frame)(left), left)
        const sound = all.filter(each => slotFaults(frame, [each]).length === 0)
        const texts = new Set(left.map(each => JSON.stringify(each)))
        assert.ok(sound.every(each => texts.has(JSON.stringify(each))))
      }),
    )
  })
})
