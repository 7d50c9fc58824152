// Each preference is null until it is set.
import type { Version } from './column.ts'

interface PreferencesTable {
  /** Equals `owner_id`. The change log expects both columns in the main table of a resource. */
  id: string
  owner_id: string
  timezone: string | null
  language: string | null
  week_start: number | null
  time_format: string | null
  working_hours: string | null
  default_timer_minutes: number | null
  focus: string | null
  holiday_country: string | null
  holiday_region: string | null
  theme: string | null
  default_tag_group_id: string | null
  default_reminders: string | null
  notifications: string | null
  deadlines_in_calendar_apps: string | null
  week_templates: string | null
  version: Version
  created_at: number
  updated_at: number
}

export interface PreferenceTables {
  preferences: PreferencesTable
}
