// The confirmed time of a meeting as a calendar with one event. Feeds use the same model and UID.
import { confirmedSpan } from '../../meetings/confirmation.ts'
import type { TimeSlot } from '../../meetings/meeting.ts'
import { newEvent } from '../mapping/event-writer.ts'
import { type EventModel, spanModel } from '../mapping/model.ts'
import { property, writeCalendar } from '../text/content-line.ts'

export interface ConfirmedMeeting {
  id: string
  title: string
  description: string | null
  timezone: string
  confirmed_slot: TimeSlot
  version: number
  created_at: number
  updated_at: number
}

export const meetingUid = ({ id }: { id: string }): string => `meeting-${id}`

export function meetingModel(meeting: ConfirmedMeeting): EventModel {
  const { start_time, end_time } = confirmedSpan(meeting.confirmed_slot, meeting.timezone)
  const { title, description, timezone } = meeting
  return spanModel({ title, description, tags: [], start: start_time, end: end_time, timezone })
}

/** Writes the meeting as an iCalendar text. The organizer has no email address, because polls contain only names. */
export function meetingText(meeting: ConfirmedMeeting, organizer: string, uid = meetingUid(meeting)): string {
  const calendar = newEvent(meetingModel(meeting), { ...meeting, uid })
  calendar.properties.push(property('CALSCALE', 'GREGORIAN'), property('METHOD', 'PUBLISH'))
  calendar.components
    .find(({ name }) => name === 'VEVENT')
    ?.properties.push(
      property('ORGANIZER', 'invalid:nomail', `;CN="${parameterText(organizer)}"`),
      property('STATUS', 'CONFIRMED'),
    )
  return writeCalendar(calendar)
}

/** Escapes a quoted parameter (RFC 6868), which must not contain control characters. */
const parameterText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
