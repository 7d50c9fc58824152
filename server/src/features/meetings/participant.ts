// The participants of a meeting and their availability.
import type { TimeSlot } from './slot.ts'

export interface Participant {
  id: string
  meeting_id: string
  /** The id of the user. A guest has no account, so for a guest, it is the id of the participant. */
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
