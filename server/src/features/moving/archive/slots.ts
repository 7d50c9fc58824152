// Checks the answer to a meeting poll. Pure.
import type { MeetingFrame, TimeSlot } from '../../meetings/meeting.ts'
import { slotFaults } from '../../meetings/slot.ts'
import type { Row } from './content.ts'

/** Returns a sentence if a slot is outside of the meeting. */
export function slotFault(meeting: Row, participant: Row): string | undefined {
  const available_days = JSON.parse(String(meeting['available_days'])) as number[]
  const frame = { ...meeting, available_days } as unknown as MeetingFrame
  const slots = JSON.parse(String(participant['time_slots'])) as TimeSlot[]
  const [fault] = slotFaults(frame, slots)
  return fault && `time_slots ${fault.path} ${fault.message}.`
}
