import type * as wire from '@daymark/contract/meetings/meeting'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { withSharing } from '../visibility/access.ts'
import type { Sharing } from '../visibility/policy.ts'
import type { Meeting } from './meeting.ts'
import type { Availability, Participant } from './participant.ts'
import type { TimeSlot } from './slot.ts'

/** A meeting as one person sees it. */
export interface MeetingView extends Meeting {
  visibility_level?: string | null
  sharing: Sharing | null | undefined
  /** Set only by `get`, for a meeting whose time is confirmed. Null if the person has no schedule for that time. */
  own_schedule_id?: string | null
}

/** Presents the fields that everyone who may answer the poll can see. */
export const presentFrame = (meeting: Meeting) => ({
  title: meeting.title,
  description: meeting.description,
  start_date: meeting.start_date,
  end_date: meeting.end_date,
  available_days: [...meeting.available_days],
  start_time: meeting.start_time,
  end_time: meeting.end_time,
  time_slot_minutes: meeting.time_slot_minutes,
  timezone: meeting.timezone,
  confirmed_slot: meeting.confirmed_slot,
})

export const presentMeeting = (meeting: MeetingView, viewerId: string, zone: Zone): wire.Meeting =>
  withSharing(
    {
      id: meeting.id,
      ...presentFrame(meeting),
      confirmed_schedule_id: meeting.confirmed_schedule_id,
      ...(meeting.own_schedule_id !== undefined && { own_schedule_id: meeting.own_schedule_id }),
      created_at: zone.format(meeting.created_at),
      updated_at: zone.format(meeting.updated_at),
    },
    meeting,
    viewerId,
    meeting.sharing,
  )

export const presentParticipant = (participant: Participant, zone: Zone): wire.Participant => ({
  id: participant.id,
  meeting_id: participant.meeting_id,
  user_id: participant.user_id,
  display_name: participant.display_name,
  created_at: zone.format(participant.created_at),
  ...(participant.is_guest && { is_guest: true as const }),
})

export const presentAvailability = (availability: Availability, zone: Zone): wire.Availability => ({
  participant: presentParticipant(availability.participant, zone),
  time_slots: availability.time_slots.map(presentSlot),
  if_need_be: availability.if_need_be.map(presentSlot),
})

export const presentSlot = ({ slot_date, start_time, end_time }: TimeSlot) => ({
  slot_date,
  start_time,
  end_time,
})
