import type * as wire from '@daymark/contract/notifications/notification'
import type { PushSubscription } from '@daymark/contract/notifications/notifications'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { dateText } from '../planning/schedules/all-day/dates.ts'
import type { Subscription } from './channels/push-store.ts'
import type { Notification } from './notification.ts'

export const presentNotification = (notification: Notification, zone: Zone): wire.Notification => {
  const { at, is_date, instance_start, snoozed_until } = notification
  const moment = (ms: number | null) => (ms === null ? null : zone.format(ms))
  return {
    id: notification.id,
    kind: notification.kind,
    event: notification.event,
    title: notification.title,
    resource_kind: notification.resource_kind,
    resource_id: notification.resource_id,
    instance_start: instance_start === null ? null : zone.format(instance_start),
    at: at === null || is_date ? null : zone.format(at),
    at_date: at !== null && is_date ? dateText(at) : null,
    planned_end: moment(notification.planned_end),
    last_sign: moment(notification.last_sign),
    due_at: zone.format(notification.due_at),
    sent_at: zone.format(notification.sent_at),
    late: notification.late,
    silent: notification.silent,
    read: notification.read,
    snoozed_until: snoozed_until === null ? null : zone.format(snoozed_until),
    version: notification.version,
  }
}

export const presentSubscription = (
  { id, device, endpoint, created_at, last_sent_at }: Subscription,
  zone: Zone,
): PushSubscription => ({
  id,
  device,
  endpoint_host: new URL(endpoint).host,
  created_at: zone.format(created_at),
  last_sent_at: last_sent_at === null ? null : zone.format(last_sent_at),
})
