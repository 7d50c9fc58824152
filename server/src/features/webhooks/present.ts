import type * as wire from '@daymark/contract/webhooks'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Delivery, Webhook } from './webhook.ts'

const instant = (at: number | null, zone: Zone): string | null => (at === null ? null : zone.format(at))

export const presentWebhook = (webhook: Webhook, zone: Zone): wire.Webhook => ({
  id: webhook.id,
  url: webhook.url,
  kinds: webhook.kinds === null ? null : [...webhook.kinds],
  events: [...webhook.events],
  detail: webhook.detail,
  template: webhook.template,
  active: webhook.active,
  seq: webhook.seq,
  failing_since: instant(webhook.failing_since, zone),
  disabled_at: instant(webhook.disabled_at, zone),
  disabled_reason: webhook.disabled_reason,
  secret_expires_at: instant(webhook.old_secret_until, zone),
  created_at: zone.format(webhook.created_at),
  updated_at: zone.format(webhook.updated_at),
})

export const presentDelivery = (delivery: Delivery, zone: Zone): wire.WebhookDelivery => ({
  id: delivery.id,
  webhook_id: delivery.webhook_id,
  type: delivery.type,
  seq: delivery.seq,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: zone.format(delivery.created_at),
  last_attempt_at: instant(delivery.last_attempt_at, zone),
  next_attempt_at: instant(delivery.next_attempt_at, zone),
  duration_ms: delivery.duration_ms,
  response_status: delivery.response_status,
  response_excerpt: delivery.response_excerpt,
  error: delivery.error,
  body: delivery.body,
})
