import type * as wire from '@daymark/contract/calendars/subscriptions'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Subscription } from './subscription.ts'

const instant = (at: number | null, zone: Zone): string | null => (at === null ? null : zone.format(at))

export const presentSubscription = (subscription: Subscription, zone: Zone): wire.Subscription => ({
  id: subscription.id,
  url: subscription.url,
  name: subscription.name,
  color: subscription.color,
  refresh_minutes: subscription.refresh_minutes,
  events: subscription.events,
  error: subscription.error,
  last_attempt_at: instant(subscription.last_attempt_at, zone),
  last_success_at: instant(subscription.last_success_at, zone),
  created_at: zone.format(subscription.created_at),
  updated_at: zone.format(subscription.updated_at),
})
