import type { Jobs } from '../../platform/jobs/open.ts'
import type { Notice } from '../../platform/kernel/notice.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { ResourceReaders } from '../history/resources.ts'
import { notify } from '../notifications/channels/dispatch.ts'
import { deliveryStore } from './delivery-store.ts'
import type { WebhookDisabled } from './record.ts'
import { webhookHandlers } from './routes.ts'
import { WEBHOOK_JOB, webhookSender } from './sender.ts'
import { webhookService } from './service.ts'
import { webhookWaker } from './wake.ts'
import { DELIVERY_LOG_MS } from './webhook.ts'

export interface OpenWebhooksParts {
  uow: UnitOfWork
  clock: Clock
  jobs: Jobs
  readers: ResourceReaders
  outbound: Outbound
}

const LOOK_MS = 60_000
const HOUR_MS = 3_600_000

export function openWebhooks({ uow, clock, jobs, readers, outbound }: OpenWebhooksParts) {
  const waker = webhookWaker({ uow, clock })
  jobs.handle(
    WEBHOOK_JOB,
    webhookSender({
      uow,
      clock,
      readers,
      fetch: outbound.fetch,
      disabled: notifyOwner,
    }),
  )
  jobs.periodic('webhook_wake', { every_ms: LOOK_MS }, waker.wakeAll)
  jobs.periodic('webhook_retention', { every_ms: HOUR_MS }, async () => {
    const before = clock.now() - DELIVERY_LOG_MS
    while ((await uow.write([], tx => deliveryStore(tx).removeOld(before))) > 0);
  })
  return {
    handlers: webhookHandlers(webhookService({ uow, clock, outbound })),
    /** Handles the notices of a commit and returns them for other listeners. */
    notice(notices: readonly Notice[]): readonly Notice[] {
      waker.notice(notices)
      return notices
    },
    wakeAll: waker.wakeAll,
    stop: waker.stop,
  }
}

const notifyOwner: WebhookDisabled = async (tx, { owner_id, url }, now) => {
  await notify(
    tx,
    {
      owner_id,
      kind: 'webhook',
      event: 'webhook_disabled',
      title: new URL(url).host,
      resource_kind: null,
      resource_id: null,
      instance_start: null,
      at: null,
      is_date: false,
      due_at: now,
    },
    now,
  )
}

export const eraseDeliveries = (
  tx: Tx,
  ownerId: string,
  items: readonly { kind: string; id: string }[],
): Promise<void> => deliveryStore(tx).eraseBodies(ownerId, items)
