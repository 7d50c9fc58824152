// Reads the owner's change log after the webhook's position and queues deliveries, in the same transaction.
import type { Change } from '@daymark/contract/changes'
import type { Entry } from '../../platform/changes/change.ts'
import { changeStore } from '../../platform/changes/store.ts'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { utc } from '../../platform/kernel/time/zone.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { type DeliveredChange, deliver } from '../history/delivered.ts'
import type { ResourceReaders } from '../history/resources.ts'
import { presentChange } from '../history/routes.ts'
import { deliveryStore } from './delivery-store.ts'
import { webhookStore } from './store.ts'
import { renderBody } from './template.ts'
import { type Delivery, type Webhook, wants } from './webhook.ts'

const PAGE = 200

export async function scanLog(
  tx: Tx,
  webhook: Webhook,
  readers: ResourceReaders,
  now: number,
): Promise<void> {
  const { owner_id } = webhook
  const upTo = await totalsStore(tx).currentSeq(owner_id)
  if (webhook.seq >= upTo) return
  const entries = await changeStore(tx).after(owner_id, { since: webhook.seq, upTo, limit: PAGE })
  const wanted = entries.filter(entry => wants(webhook, entry))
  const delivered = await deliver(tx, owner_id, readers, wanted, now)
  const bySeq = new Map(delivered.map(change => [change.seq, change]))
  await deliveryStore(tx).queue(
    wanted.map(entry => deliveryOf(webhook, bySeq.get(entry.seq) ?? withoutResource(entry), now)),
  )
  await webhookStore(tx).update(webhook.id, { seq: entries.at(-1)?.seq ?? upTo })
}

/**
 * Changes to an item that was deleted later are sent without content instead of being skipped, because the receiver may
 * not subscribe to deletions.
 */
const withoutResource = (entry: Entry): DeliveredChange => ({
  ...entry,
  present: undefined,
  later_kinds: new Set(),
})

function deliveryOf(webhook: Webhook, change: DeliveredChange, now: number): Delivery {
  const type = `${change.kind}.${change.action}`
  const isThin = webhook.detail === 'thin'
  const data: Change = presentChange(isThin ? { ...change, present: undefined } : change, utc)
  return {
    ...newDelivery(webhook, type, now),
    seq: change.seq,
    kind: change.kind,
    resource_id: change.id,
    body: renderBody(webhook.template, {
      type,
      timestamp: data.at,
      data,
      title: isThin ? null : change.title,
    }),
    next_attempt_at: now,
  }
}

/** Returns a pending delivery without a change. The caller adds the change, except for tests. */
export const newDelivery = (webhook: Webhook, type: string, now: number): Delivery => ({
  id: newId(),
  webhook_id: webhook.id,
  owner_id: webhook.owner_id,
  seq: null,
  type,
  kind: 'webhook',
  resource_id: webhook.id,
  body: null,
  status: 'pending',
  attempts: 0,
  created_at: now,
  last_attempt_at: null,
  next_attempt_at: null,
  duration_ms: null,
  response_status: null,
  response_excerpt: null,
  error: null,
})
