import { PermanentFailure } from '../../../platform/jobs/job.ts'
import type { JobHandler } from '../../../platform/jobs/runner.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { SendPush } from '../../../platform/outbound/push/send-push.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { userStore } from '../../people/users/store.ts'
import { isCurrent } from '../current.ts'
import { isOn, type Notification, type Recipient } from '../notification.ts'
import { notificationStore } from '../store.ts'
import { isDropped, requireNoQuietHours } from './dispatch.ts'
import { pushPayload } from './message.ts'
import { pushStore, type Subscription } from './push-store.ts'

export interface PushParts {
  uow: UnitOfWork
  clock: Clock
  sendPush: SendPush
}

export const pushHandler = (parts: PushParts): JobHandler => ({
  concurrency: 8,
  retries: { attempts: 6, first_ms: 10_000 },
  async run(job, signal) {
    const [id = '', subscriptionId = ''] = job.key.split(':')
    const found = await parts.uow.read(async db => {
      const notification = await notificationStore(db).find(id)
      const subscription = await pushStore(db).find(subscriptionId)
      if (!notification || !subscription || !(await isCurrent(db, notification))) return undefined
      if (await userStore(db).isDisabled(notification.owner_id)) return undefined
      return {
        notification,
        subscription,
        recipient: await notificationStore(db).recipient(notification.owner_id),
      }
    })
    // While the job waited, the person may have read the notification, completed its item, turned push off or been
    // disabled.
    if (!found || found.notification.read) return
    const { notification, recipient } = found
    if (!isOn(recipient.settings, notification.kind, 'push')) return
    const now = parts.clock.now()
    if (isDropped(notification.kind, recipient, now)) return
    requireNoQuietHours(recipient, now)
    const detail = await deliverPush(parts, found, signal)
    if (detail !== undefined) throw new PermanentFailure(detail)
  },
})

/** Returns an error message for permanent failures, undefined on success. Throws if a retry may succeed. */
export async function deliverPush(
  { uow, clock, sendPush }: PushParts,
  {
    notification,
    subscription,
    recipient,
  }: { notification: Notification; subscription: Subscription; recipient: Recipient },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const message = {
    payload: pushPayload(notification, recipient),
    topic: notification.id.replaceAll('-', ''),
  }
  const outcome = await sendPush(subscription, message, signal)
  if (outcome.kind === 'busy') throw new Error(outcome.detail)
  if (outcome.kind === 'refused') return outcome.detail
  await uow.write([], async tx => {
    if (outcome.kind === 'gone') await pushStore(tx).remove(subscription.owner_id, subscription.id)
    else await pushStore(tx).sent(subscription.id, clock.now())
  })
  return outcome.kind === 'gone' ? GONE : undefined
}

const GONE =
  'The browser has ended its subscription, so the device was removed. Turn on push notifications there again.'
