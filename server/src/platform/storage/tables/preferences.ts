// The table of preferences. Each preference is null until it is set.
import type { Version } from './column.ts'

interface PreferencesTable {
  /** The person's id, which equals `owner_id`. Every resource has both columns. */
  id: string
  owner_id: string
  timezone: string | null
  language: string | null
  week_start: number | null
  time_format: string | null
  /** Stored as JSON. */
  working_hours: string | null
  default_timer_minutes: number | null
  /** Stored as JSON. */
  focus: string | null
  holiday_country: string | null
  holiday_region: string | null
  theme: string | null
  default_tag_group_id: string | null
  /** Stored as JSON. */
  default_reminders: string | null
  /** Stored as JSON. */
  notifications: string | null
  /** Stored as JSON. */
  deadlines_in_calendar_apps: string | null
  /** Stored as JSON. */
  week_templates: string | null
  version: Version
  created_at: number
  updated_at: number
}

export interface PreferenceTables {
  preferences: PreferencesTable
}
