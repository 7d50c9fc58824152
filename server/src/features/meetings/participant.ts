// The participants of a meeting and their availability.
import type { TimeSlot } from './slot.ts'

export interface Participant {
  id: string
  meeting_id: string
  user_id: string
  display_name: string
  created_at: number
}

export interface Availability {
  participant: Participant
  time_slots: TimeSlot[]
}
