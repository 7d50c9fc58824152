import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { availabilityGrid, type GridDay, type ParticipantSlot } from './grid.ts'
import { type MeetingFrame, meetingDays } from './meeting.ts'
import { secondsOfDay, timeText } from './time-of-day.ts'

const MEETING: MeetingFrame = {
  start_date: '2026-03-02',
  end_date: '2026-03-04',
  available_days: [0, 2],
  start_time: '09:00:00',
  end_time: '10:45:00',
  time_slot_minutes: 30,
}

const free = (participant_id: string, start_time: string, end_time: string, slot_date = '2026-03-02') => ({
  participant_id,
  slot_date,
  start_time,
  end_time,
})

const countsOf = (slots: ParticipantSlot[], frame = MEETING) =>
  availabilityGrid(frame, slots)[0]?.slots.map(({ count }) => count)

describe('the grid', () => {
  it('has the days of the meeting and the cells that fit', () => {
    const cells = ['09:00', '09:30', '10:00'].map(time => ({ time, count: 0 }))
    assert.deepEqual(availabilityGrid(MEETING, []), [
      { date: '2026-03-02', slots: cells },
      { date: '2026-03-04', slots: cells },
    ])
    assert.deepEqual(countsOf([], { ...MEETING, time_slot_minutes: 120 }), [])
    assert.equal(countsOf([], { ...MEETING, start_time: '00:00', end_time: '24:00' })?.length, 48)
  })

  it('counts participants who are free for the whole of a cell', () => {
    assert.deepEqual(countsOf([free('a', '09:00', '10:00')]), [1, 1, 0])
    assert.deepEqual(countsOf([free('a', '09:01', '10:29:59')]), [0, 1, 0])
    assert.deepEqual(countsOf([free('a', '09:00', '10:45'), free('b', '10:00', '10:30')]), [1, 1, 2])
  })

  it('joins the slots of one participant, not those of two', () => {
    assert.deepEqual(countsOf([free('a', '09:00', '09:15'), free('a', '09:15', '09:30')]), [1, 0, 0])
    assert.deepEqual(countsOf([free('a', '09:00', '09:20'), free('a', '09:10', '09:30')]), [1, 0, 0])
    assert.deepEqual(countsOf([free('a', '09:00', '09:15'), free('b', '09:15', '09:30')]), [0, 0, 0])
    assert.deepEqual(countsOf([free('a', '09:00', '09:15'), free('a', '09:16', '09:30')]), [0, 0, 0])
  })

  it('counts a participant once, however often a slot is repeated', () => {
    assert.deepEqual(countsOf([free('a', '09:00', '10:00'), free('a', '09:00', '09:30')]), [1, 1, 0])
    assert.deepEqual(countsOf([free('a', '09:00', '10:30'), free('a', '09:30', '10:00')]), [1, 1, 1])
  })

  it('ignores slots on other days and at other hours', () => {
    const slots = [
      free('a', '09:00', '10:00', '2026-03-03'),
      free('a', '07:00', '09:30'),
      free('b', '10:00', '23:00'),
    ]
    assert.deepEqual(countsOf(slots), [1, 0, 1])
  })

  it('equals a model that checks every minute', () => {
    const minute = fc.integer({ min: 0, max: 240 }).map(n => 480 + n)
    const span = fc.tuple(minute, minute).filter(([a, b]) => a < b)
    const slot = fc
      .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 6 }), span)
      .map(([id, day, [from, to]]) => free(id, timeText(from * 60), timeText(to * 60), `2026-03-0${day}`))
    const frame = fc
      .tuple(span, fc.integer({ min: 5, max: 90 }), fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }))
      .map(([[from, to], time_slot_minutes, available_days]) => ({
        ...MEETING,
        available_days,
        start_time: timeText(from * 60),
        end_time: timeText(to * 60),
        time_slot_minutes,
      }))
    fc.assert(
      fc.property(frame, fc.array(slot, { maxLength: 25 }), (meeting, slots) => {
        assert.deepEqual(availabilityGrid(meeting, slots), minuteByMinute(meeting, slots))
      }),
      { numRuns: 300 },
    )
  })
})

function minuteByMinute(meeting: MeetingFrame, slots: readonly ParticipantSlot[]): GridDay[] {
  const minutes = (text: string) => secondsOfDay(text) / 60
  const people = [...new Set(slots.map(slot => slot.participant_id))]
  const isFree = (who: string, date: string, minute: number) =>
    slots.some(
      slot =>
        slot.participant_id === who &&
        slot.slot_date === date &&
        minutes(slot.start_time) <= minute &&
        minute < minutes(slot.end_time),
    )
  return meetingDays(meeting).map(date => {
    const cells: GridDay['slots'] = []
    const step = meeting.time_slot_minutes
    for (let from = minutes(meeting.start_time); from + step <= minutes(meeting.end_time); from += step) {
      const whole = Array.from({ length: step }, (_, offset) => from + offset)
      const count = people.filter(who => whole.every(minute => isFree(who, date, minute))).length
      cells.push({ time: timeText(from * 60).slice(0, 5), count })
    }
    return { date, slots: cells }
  })
}
