import type { notificationRoutes } from '@daymark/contract/notifications/notifications'
import { mapPage, oldestFirst, pageOf } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { channelTester } from './channels/channel-test.ts'
import type { PushService } from './channels/push-service.ts'
import { presentNotification, presentSubscription } from './present.ts'
import type { NotificationService } from './service.ts'

export const notificationHandlers = (
  notifications: NotificationService,
  push: PushService,
  test: ReturnType<typeof channelTester>,
): Handlers<typeof notificationRoutes> => ({
  list: async ({ actor, query, zone, setHeader }) => {
    const { unread, ...page } = query
    setHeader('x-unread-count', String(await notifications.unreadCount(actor)))
    return mapPage(await notifications.list(actor, { unread }, page), each => presentNotification(each, zone))
  },
  readAll: async ({ actor }) => {
    await notifications.readAll(actor)
    return { ok: true }
  },
  test: ({ actor, body }) => test(actor, body.channel),
  update: async ({ actor, params, body, zone }) =>
    presentNotification(await notifications.markRead(actor, params.notification_id, body.read), zone),
  snooze: async ({ actor, params, body, zone }) =>
    presentNotification(await notifications.snooze(actor, params.notification_id, body.minutes), zone),
  pushKey: async () => ({ key: await push.key() }),
  subscriptions: async ({ actor, query, zone }) =>
    mapPage(pageOf(await push.list(actor), query, oldestFirst), each => presentSubscription(each, zone)),
  subscribe: async ({ actor, body, zone }) => presentSubscription(await push.subscribe(actor, body), zone),
  unsubscribe: async ({ actor, params }) => {
    await push.unsubscribe(actor, params.subscription_id)
    return { ok: true }
  },
})
