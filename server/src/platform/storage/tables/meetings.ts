// Tables of meetings, their participants and the times these gave. Dates and times of day are texts.
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
  /** IANA: the zone in which all of these are meant. */
  timezone: string
  confirmed_schedule_id: string | null
  /** JSON of the slot that was settled on; means nothing once the schedule is gone. */
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
  /** JSON array of slots in order of time: they are given, replaced and read as a whole. */
  time_slots: string
  created_at: number
}

export interface MeetingTables {
  meetings: MeetingsTable
  meeting_participants: MeetingParticipantsTable
}
