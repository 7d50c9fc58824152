import type { Notification } from '@daymark/contract/notifications/notification'

/** `text` is a date, or a datetime with the UTC offset of the user's time zone. Shows the local time as written. */
export function dateTimeText(text: string, language: string): string {
  const isDate = text.length === 10
  // Formats the local time as if it were UTC, so that the browser's time zone does not matter.
  const local = new Date(`${text.slice(0, isDate ? 10 : 19)}${isDate ? 'T00:00:00' : ''}Z`)
  return new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(!isDate && { hour: 'numeric', minute: '2-digit' }),
  }).format(local)
}

export function placeOf({ resource_kind, resource_id }: Notification): string {
  if (resource_kind === 'meeting') return `/meetings/${resource_id}`
  if (resource_kind === 'todo') return '/todos'
  if (resource_kind === 'schedule') return '/calendar'
  if (resource_kind === 'timer') return '/timers'
  if (resource_kind === 'focus') return '/focus'
  return '/settings/notifications'
}

/**
 * True for an unread notification that was sent recently, either for the first time or after a snooze. Always false for
 * a silent notification.
 */
export const isNews = (notification: Notification, now: number): boolean =>
  !notification.read && !notification.silent && now - Date.parse(notification.sent_at) < FRESH_MS

/** Older notifications, which arrive when the app was offline for a while, do not appear as toasts. */
const FRESH_MS = 120_000
