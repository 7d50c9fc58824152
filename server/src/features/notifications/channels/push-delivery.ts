import { PermanentFailure, Postponed } from '../../../platform/jobs/job.ts'
import { perOwner } from '../../../platform/jobs/per-owner.ts'
import type { JobHandler } from '../../../platform/jobs/runner.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
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

/** High, because jobs mostly wait for push services. */
const CONCURRENCY = 200
/** About as many as a person has devices. */
const PER_OWNER = 20
const SHORTEST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000
const BUSY_MS = 15_000

export const pushHandler = (parts: PushParts): JobHandler => perOwner(handler(parts), PER_OWNER, parts.clock)

const handler = (parts: PushParts): JobHandler => ({
  concurrency: CONCURRENCY,
  delivers: true,
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
    const { paused_until } = found.subscription
    if (paused_until !== null && paused_until > now) throw new Postponed(paused_until)
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
  const outcome = await sendPush(subscription, message, signal).catch(error => {
    if (!(error instanceof OutboundError) || error.kind === 'aborted') throw error
    if (error.kind === 'busy') throw new Postponed(clock.now() + Math.round(BUSY_MS * (1 + Math.random())))
    return { kind: 'failed', error } as const
  })
  if (outcome.kind === 'failed' || outcome.kind === 'busy') {
    await uow.write([], tx => pushStore(tx).failed(subscription.id, pauseOf(subscription, clock.now())))
    throw outcome.kind === 'failed' ? outcome.error : new Error(outcome.detail)
  }
  if (outcome.kind === 'refused') return outcome.detail
  await uow.write([], async tx => {
    if (outcome.kind === 'gone') await pushStore(tx).remove(subscription.owner_id, subscription.id)
    else await pushStore(tx).sent(subscription.id, clock.now())
  })
  return outcome.kind === 'gone' ? GONE : undefined
}

/** A device that fails is paused for about as long as it has been failing. */
function pauseOf({ failing_since }: Subscription, now: number) {
  const since = failing_since ?? now
  const pause = Math.min(Math.max(now - since, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
  return { failing_since: since, paused_until: now + pause }
}

const GONE =
  'The browser has ended its subscription, so the device was removed. Turn on push notifications there again.'
