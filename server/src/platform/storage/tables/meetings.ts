// Dates and times of day are text.
import type { Level, Version } from './column.ts'

interface MeetingsTable {
  id: string
  owner_id: string
  title: string
  description: string | null
  start_date: string
  end_date: string
  /** JSON array of weekdays, 0 = Monday. */
  available_days: string
  /** `HH:MM:SS`. */
  start_time: string
  end_time: string
  time_slot_minutes: number
  /** The IANA zone of all dates and times in this row. */
  timezone: string
  confirmed_schedule_id: string | null
  /** JSON of the confirmed slot. Ignored once its schedule is deleted. */
  confirmed_slot: string | null
  level: Level
  version: Version
  created_at: number
  updated_at: number
}

interface MeetingParticipantsTable {
  id: string
  meeting_id: string
  user_id: string
  display_name: string
  /** A JSON array of slots ordered by time. Always written and read as a whole. */
  time_slots: string
  /** JSON of the slots that are possible but inconvenient. */
  if_need_be: string
  created_at: number
}

/** A poll's guest link. The secret is derived from the nonce, and the hash finds the poll. */
interface MeetingLinksTable {
  meeting_id: string
  nonce: string
  hash: string
  created_at: number
}

interface MeetingGuestsTable {
  id: string
  meeting_id: string
  display_name: string
  time_slots: string
  if_need_be: string
  /** The hash of the token that the guest uses to change the answer. */
  token_hash: string
  created_at: number
}

export interface MeetingTables {
  meetings: MeetingsTable
  meeting_participants: MeetingParticipantsTable
  meeting_links: MeetingLinksTable
  meeting_guests: MeetingGuestsTable
}
