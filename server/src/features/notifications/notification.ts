import type {
  Channel,
  NotificationEvent,
  NotificationKind,
  NotificationSettings,
} from '@daymark/contract/notifications/notification'
import { DAY_MS } from '@daymark/recurrence/year'
import {
  toInstant,
  toInstantOrAfterGap,
  toInstantOrBeforeGap,
  toLocal,
  zoneOffsets,
} from '@daymark/recurrence/zone-offsets'

export interface NewNotification {
  owner_id: string
  kind: NotificationKind
  event: NotificationEvent
  title: string
  resource_kind: 'todo' | 'schedule' | 'meeting' | 'timer' | 'focus' | null
  resource_id: string | null
  instance_start: number | null
  /** Deadline or start, at midnight UTC if `is_date`. Null if the event has no time. */
  at: number | null
  is_date: boolean
  /** For forgotten timers: the suggested end times. */
  planned_end?: number | null
  last_sign?: number | null
  due_at: number
}

/** A resource whose notifications wait for an answer. */
export interface Question {
  kind: 'timer' | 'focus' | 'meeting'
  id: string
}

/** Notifications of these events are marked as read once the timer or focus run ends or the person answers the poll. */
export const QUESTIONS = {
  timer: ['timer_forgotten'],
  focus: ['focus_work', 'focus_short_break', 'focus_long_break'],
  meeting: ['meeting_poll', 'meeting_reminder'],
} as const satisfies Record<Question['kind'], readonly NotificationEvent[]>

export interface Notification extends NewNotification {
  id: string
  planned_end: number | null
  last_sign: number | null
  sent_at: number
  late: boolean
  silent: boolean
  read: boolean
  snoozed_until: number | null
  version: number
  created_at: number
  updated_at: number
}

export interface Recipient {
  zone: string
  language: 'en' | 'ko'
  time_format: '12h' | '24h' | null
  settings: NotificationSettings
}

/** A notification counts as late after this delay, which the API documents. */
const LATE_MS = 2_000
/** After this delay, a notification is only listed, not pushed, emailed or announced in the app. */
const SILENT_MS = 3_600_000

export const lateness = (dueAt: number, now: number): Pick<Notification, 'late' | 'silent'> => ({
  late: now - dueAt > LATE_MS,
  silent: now - dueAt > SILENT_MS,
})

/** True if the person wants this kind of notification on this channel. Email is off until the person turns it on. */
export function isOn(
  { kinds = {}, email = 'off' }: NotificationSettings,
  kind: NotificationKind,
  channel: Channel,
): boolean {
  if (channel === 'email' && email === 'off') return false
  // Test notifications have no switch of their own.
  if (kind === 'test') return true
  // Focus phases change every few minutes, so email about them is off by default.
  return kinds[kind]?.[channel] ?? !(kind === 'focus' && channel === 'email')
}

/** Returns the end of the quiet hours that contain this instant, or the instant itself. */
export function afterQuietHours({ settings, zone }: Recipient, now: number): number {
  const hours = settings.quiet_hours
  if (!hours || hours.start === hours.end) return now
  const offsets = zoneOffsets(zone)
  const local = toLocal(offsets, now)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const [start, end] = [msOf(hours.start), msOf(hours.end)]
  // Quiet hours that began yesterday may still apply.
  for (const day of [midnight - DAY_MS, midnight]) {
    const ends = day + end + (end <= start ? DAY_MS : 0)
    if (local >= day + start && local < ends) {
      // If a clock change skips the end, the quiet hours end at the change.
      const instant = toInstant(offsets, ends) ?? toInstantOrBeforeGap(offsets, ends) + 1
      return Math.max(now, instant)
    }
  }
  return now
}

export function nextTimeOfDay(time: string, zone: string, after: number): number {
  const offsets = zoneOffsets(zone)
  const midnight = Math.floor(toLocal(offsets, after) / DAY_MS) * DAY_MS
  const today = toInstantOrAfterGap(offsets, midnight + msOf(time))
  return today > after ? today : toInstantOrAfterGap(offsets, midnight + DAY_MS + msOf(time))
}

const msOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
