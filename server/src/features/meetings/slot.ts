import type { FieldError } from '../../platform/kernel/errors.ts'
import { type MeetingFrame, meetingDays, type TimeSlot } from './meeting.ts'
import { secondsOfDay, timeText } from './time-of-day.ts'

export type { TimeSlot }

/** A slot as participants send it. */
export interface AnswerSlot extends TimeSlot {
  if_need_be?: boolean | null | undefined
}

/** Splits an answer into free times and times that are possible if need be. */
export const splitAnswer = (slots: readonly AnswerSlot[]) => ({
  time_slots: normalizeSlots(slots.filter(slot => !slot.if_need_be)),
  if_need_be: normalizeSlots(slots.filter(slot => slot.if_need_be)),
})

/**
 * Returns a function that checks one slot. `prefix` (such as `3.`) is prepended to the field's name in the error path.
 */
export function slotChecker(frame: MeetingFrame): (slot: TimeSlot, prefix?: string) => FieldError[] {
  const days = new Set(meetingDays(frame))
  const opens = secondsOfDay(frame.start_time)
  const closes = secondsOfDay(frame.end_time)
  return (slot, prefix = '') => {
    const faults: FieldError[] = []
    const fault = (field: keyof TimeSlot, message: string) => faults.push({ path: prefix + field, message })
    const start = secondsOfDay(slot.start_time)
    const end = secondsOfDay(slot.end_time)
    if (!days.has(slot.slot_date)) fault('slot_date', "must be one of the meeting's days")
    if (end <= start) fault('end_time', 'must be after start_time')
    else if (end > closes) fault('end_time', `must not be after the meeting's end_time (${frame.end_time})`)
    if (start < opens)
      fault('start_time', `must not be before the meeting's start_time (${frame.start_time})`)
    return faults
  }
}

/** Checks a list of slots. Each error path starts with the slot's index. */
export function slotFaults(frame: MeetingFrame, slots: readonly TimeSlot[]): FieldError[] {
  const check = slotChecker(frame)
  return slots.flatMap((slot, index) => check(slot, `${index}.`))
}

/** Converts slots to the stored form: without duplicates, sorted, and with times as `HH:MM:SS`. */
export function normalizeSlots(slots: readonly TimeSlot[]): TimeSlot[] {
  const kept = new Map<string, TimeSlot>()
  for (const { slot_date, ...times } of slots) {
    const start_time = timeText(secondsOfDay(times.start_time))
    const end_time = timeText(secondsOfDay(times.end_time))
    kept.set(`${slot_date} ${start_time} ${end_time}`, { slot_date, start_time, end_time })
  }
  return [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot)
}

/**
 * Returns a function that trims valid slots after the meeting has changed. It removes only the parts outside the
 * meeting: if the meeting now ends at noon, a slot from ten to two becomes ten to noon.
 */
export function slotCutter(frame: MeetingFrame): (slots: readonly TimeSlot[]) => TimeSlot[] {
  const days = new Set(meetingDays(frame))
  const opens = secondsOfDay(frame.start_time)
  const closes = secondsOfDay(frame.end_time)
  return slots =>
    normalizeSlots(
      slots.flatMap(slot => {
        const start = Math.max(secondsOfDay(slot.start_time), opens)
        const end = Math.min(secondsOfDay(slot.end_time), closes)
        if (!days.has(slot.slot_date) || end <= start) return []
        return { ...slot, start_time: timeText(start), end_time: timeText(end) }
      }),
    )
}
