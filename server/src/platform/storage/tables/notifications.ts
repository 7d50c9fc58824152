import type { Bool, Version } from './column.ts'

interface NotificationsTable {
  id: string
  owner_id: string
  kind: string
  event: string
  title: string
  resource_kind: string | null
  resource_id: string | null
  instance_start: number | null
  /** The deadline or start. Midnight UTC on the date if `is_date` is set. */
  at: number | null
  is_date: Bool
  planned_end: number | null
  last_sign: number | null
  due_at: number
  sent_at: number
  late: Bool
  silent: Bool
  read: Bool
  snoozed_until: number | null
  version: Version
  created_at: number
  updated_at: number
}

interface PushSubscriptionsTable {
  id: string
  owner_id: string
  endpoint: string
  p256dh: string
  auth: string
  device: string | null
  created_at: number
  last_sent_at: number | null
  /** True if the endpoint was stored before ports were restricted. */
  any_port: Bool
  failing_since: number | null
  /** Nothing is sent until this time, because the last attempt failed. */
  paused_until: number | null
}

export interface NotificationTables {
  forgotten_timers: { timer_id: string; owner_id: string; rules: string }
  last_heard: { owner_id: string; at: number }
  notifications: NotificationsTable
  push_subscriptions: PushSubscriptionsTable
}
