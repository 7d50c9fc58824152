import type { MeetingFrame, TimeSlot } from '../../meetings/meeting.ts'
import { slotFaults } from '../../meetings/slot.ts'
import type { Row } from './content.ts'

/** Returns an error message if a slot is outside the meeting, otherwise undefined. */
export function slotFault(meeting: Row, participant: Row): string | undefined {
  const available_days = JSON.parse(String(meeting['available_days'])) as number[]
  const frame = { ...meeting, available_days } as unknown as MeetingFrame
  for (const name of ['time_slots', 'if_need_be']) {
    const slots = JSON.parse(String(participant[name])) as TimeSlot[]
    const [fault] = slotFaults(frame, slots)
    if (fault) return `${name} ${fault.path} ${fault.message}.`
  }
  return undefined
}
