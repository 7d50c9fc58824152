// Sends the test notification that people request in their settings, and reports what went wrong.
import type { Channel } from '@daymark/contract/notifications/notification'
import type { ChannelTest } from '@daymark/contract/notifications/notifications'
import { Postponed } from '../../../platform/jobs/job.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { NewNotification, Notification, Recipient } from '../notification.ts'
import { notificationStore } from '../store.ts'
import { deliverMail, type MailParts } from './mail-delivery.ts'
import { wordsFor } from './message.ts'
import { deliverPush, type PushParts } from './push-delivery.ts'
import { pushStore } from './push-store.ts'

const NO_DEVICE =
  'None of your devices receives push notifications. Turn them on in the browser that should receive them.'

export const channelTester =
  (parts: MailParts & PushParts) =>
  async (actor: Actor, channel: Channel): Promise<ChannelTest> => {
    const { uow } = parts
    const recipient = await uow.read(db => notificationStore(db).recipient(actor.id))
    const now = parts.clock.now()
    const notification = testOf(actor, recipient, now)
    if (channel === 'app') {
      await uow.write([actor.id], tx => notificationStore(tx).insert(notification))
      return outcome([undefined])
    }
    if (channel === 'email')
      return outcome([await attempt(() => deliverMail(parts, actor.id, [notification], notification.id))])
    const subscriptions = await uow.read(db => pushStore(db).list(actor.id))
    if (subscriptions.length === 0) return outcome([NO_DEVICE])
    const details = await Promise.all(
      subscriptions.map(subscription =>
        attempt(() => deliverPush(parts, { notification, subscription, recipient })),
      ),
    )
    return outcome(details)
  }

/** The test succeeds if at least one device received the notification. */
function outcome(details: readonly (string | undefined)[]): ChannelTest {
  const failed = details.filter(detail => detail !== undefined)
  const delivered = failed.length < details.length
  if (failed.length === 0) return { delivered, detail: null }
  const reasons = [...new Set(failed)].join(' ')
  return {
    delivered,
    detail: delivered
      ? `${failed.length} of ${details.length} devices did not receive the notification. ${reasons}`
      : reasons,
  }
}

async function attempt(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutboundError) return error.message
    if (error instanceof Postponed)
      return 'Too many messages to you are being sent. Try again in a few seconds.'
    return `The notification could not be sent: ${error instanceof Error ? error.message : String(error)}`
  }
}

function testOf(actor: Actor, recipient: Recipient, now: number): Notification {
  const fields: NewNotification = {
    owner_id: actor.id,
    kind: 'test',
    event: 'test',
    title: wordsFor(recipient).events.test,
    resource_kind: null,
    resource_id: null,
    instance_start: null,
    at: null,
    is_date: false,
    due_at: now,
  }
  return {
    ...fields,
    planned_end: null,
    last_sign: null,
    id: newId(),
    sent_at: now,
    late: false,
    silent: false,
    read: false,
    snoozed_until: null,
    version: 0,
    created_at: now,
    updated_at: now,
  }
}
