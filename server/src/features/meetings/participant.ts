import type { TimeSlot } from './slot.ts'

export interface Participant {
  id: string
  meeting_id: string
  /** For a guest, who has no account, this is the participant id. */
  user_id: string
  display_name: string
  created_at: number
  is_guest?: true
}

export interface Availability {
  participant: Participant
  time_slots: TimeSlot[]
  /** Slots that are possible, but not convenient. */
  if_need_be: TimeSlot[]
}
