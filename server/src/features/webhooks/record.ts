// Stores the outcome of an attempt, and disables webhooks that keep failing or whose endpoint is gone.
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { deliveryStore } from './delivery-store.ts'
import { webhookStore } from './store.ts'
import {
  type Answer,
  type Delivery,
  DISABLED_AFTER_MS,
  nextAttempt,
  outcomeOf,
  type Webhook,
} from './webhook.ts'

/** Called in the transaction that disables a webhook. */
export type WebhookDisabled = (tx: Tx, webhook: Webhook, now: number) => Promise<void>

interface Attempted {
  webhook: Webhook
  delivery: Delivery
  answer: Answer
  disabled: WebhookDisabled
}

export async function recordAnswer(
  tx: Tx,
  { webhook, delivery, answer, disabled }: Attempted,
  now: number,
): Promise<void> {
  const outcome = outcomeOf(answer)
  const next = outcome === 'failed' ? nextAttempt(delivery.attempts, now, Math.random()) : null
  await deliveryStore(tx).update(delivery, {
    ...answerColumns(answer),
    status: outcome === 'delivered' ? 'delivered' : next === null ? 'failed' : 'pending',
    next_attempt_at: next,
  })
  const current = await webhookStore(tx).find(webhook.owner_id, webhook.id)
  if (!current?.active) {
    // The webhook was deactivated or deleted while the request was in flight.
    if (next !== null) await deliveryStore(tx).cancelPending(webhook.id)
    return
  }
  if (outcome === 'delivered') {
    if (current.failing_since !== null || current.paused_until !== null)
      await webhookStore(tx).update(webhook.id, { failing_since: null, paused_until: null })
    return
  }
  const failing_since = current.failing_since ?? now
  const isOver = now - failing_since >= DISABLED_AFTER_MS
  if (outcome === 'gone' || isOver) return disable(outcome === 'gone' ? 'gone' : 'failing')
  await webhookStore(tx).update(webhook.id, {
    failing_since,
    // Pauses the webhook until the next attempt if the endpoint did not answer, because each attempt takes seconds.
    paused_until: answer.status === null ? next : null,
  })

  async function disable(reason: 'gone' | 'failing'): Promise<void> {
    await webhookStore(tx).update(webhook.id, {
      active: false,
      failing_since,
      paused_until: null,
      disabled_at: now,
      disabled_reason: reason,
    })
    await deliveryStore(tx).cancelPending(webhook.id)
    await disabled(tx, webhook, now)
  }
}

export const answerColumns = ({ status, excerpt, error, duration_ms }: Answer) => ({
  response_status: status,
  response_excerpt: excerpt,
  error,
  duration_ms,
})
