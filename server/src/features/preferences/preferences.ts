import type { NotificationSettings } from '@daymark/contract/notifications/notification'
import type { Reminder } from '@daymark/contract/notifications/reminder'
import type { FocusSettings, WorkingHours } from '@daymark/contract/people/preferences'
import type { WeekTemplate } from '@daymark/contract/people/week-template'

/** Each value is null until the person sets it. */
export interface PreferenceValues {
  timezone: string | null
  language: 'en' | 'ko' | null
  /** 0 = Monday. */
  week_start: number | null
  time_format: '12h' | '24h' | null
  working_hours: WorkingHours | null
  default_timer_minutes: number | null
  focus: FocusSettings | null
  holiday_country: string | null
  holiday_region: string | null
  theme: 'system' | 'light' | 'dark' | null
  default_tag_group_id: string | null
  default_reminders: Reminder[] | null
  notifications: NotificationSettings | null
  deadlines_in_calendar_apps: boolean | null
  week_templates: WeekTemplate[] | null
}

export interface Preferences extends PreferenceValues {
  /** The same as `owner_id`, because each person has one set of preferences. */
  id: string
  owner_id: string
  version: number
  created_at: number
  updated_at: number
}

export const noPreferences = (ownerId: string, now: number): Preferences => ({
  id: ownerId,
  owner_id: ownerId,
  timezone: null,
  language: null,
  week_start: null,
  time_format: null,
  working_hours: null,
  default_timer_minutes: null,
  focus: null,
  holiday_country: null,
  holiday_region: null,
  theme: null,
  default_tag_group_id: null,
  default_reminders: null,
  notifications: null,
  deadlines_in_calendar_apps: null,
  week_templates: null,
  version: 0,
  created_at: now,
  updated_at: now,
})

/** Changes only the given settings and switches, so that two devices can change different ones. */
export function mergedNotifications(
  current: NotificationSettings | null,
  given: NotificationSettings,
): NotificationSettings {
  const kinds = { ...current?.kinds }
  for (const [kind, switches] of Object.entries(given.kinds ?? {}) as [keyof typeof kinds, object][])
    kinds[kind] = { ...kinds[kind], ...switches }
  return { ...current, ...given, ...(Object.keys(kinds).length > 0 && { kinds }) }
}

/** Returns only the values that differ from the current ones, so that a repeated value does not count as a change. */
export function changedValues(
  current: PreferenceValues,
  wanted: { readonly [K in keyof PreferenceValues]?: PreferenceValues[K] | undefined },
): Partial<PreferenceValues> {
  const changed = Object.entries(wanted).filter(
    ([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(current[name as keyof PreferenceValues]),
  )
  return Object.fromEntries(changed)
}
