import { newId } from '../../platform/kernel/ids.ts'
import { newSchedule, type Schedule } from '../planning/schedules/schedule.ts'
import type { Meeting, TimeSlot } from './meeting.ts'
import { secondsOfDay } from './time-of-day.ts'

export interface ConfirmedSpan {
  /** In epoch milliseconds. */
  start_time: number
  end_time: number
}

export const scheduleFor = (meeting: Meeting, slot: TimeSlot, now: number): Schedule =>
  newSchedule({
    id: newId(),
    owner_id: meeting.owner_id,
    title: meeting.title,
    description: meeting.description,
    ...confirmedSpan(slot, meeting.timezone),
    timezone: meeting.timezone,
    created_at: now,
  })

/**
 * Converts a slot to instants. A local time in a DST gap moves forward by the length of the gap. An ambiguous local
 * time means its first occurrence (Temporal's "compatible"). If the start moves past the end, the end moves too, so
 * that the slot keeps its length.
 */
export function confirmedSpan(slot: TimeSlot, timezone: string): ConfirmedSpan {
  const start_time = instantOf(slot.slot_date, slot.start_time, timezone)
  const end_time = instantOf(slot.slot_date, slot.end_time, timezone)
  if (end_time > start_time) return { start_time, end_time }
  const length = (secondsOfDay(slot.end_time) - secondsOfDay(slot.start_time)) * 1000
  return { start_time, end_time: start_time + length }
}

function instantOf(date: string, time: string, timezone: string): number {
  return Temporal.PlainDate.from(date)
    .toPlainDateTime()
    .add({ seconds: secondsOfDay(time) })
    .toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds
}
