import type { notificationRoutes } from '@daymark/contract/notifications/notifications'
import { reads, writes } from '../../platform/changes/write.ts'
import { mapPage, oldestFirst, pageOf } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { channelTester } from './channels/channel-test.ts'
import type { PushService } from './channels/push-service.ts'
import { presentNotification, presentSubscription } from './present.ts'
import { markRead, snooze } from './service.ts'
import { notificationStore } from './store.ts'

export const notificationHandlers = (
  push: PushService,
  test: ReturnType<typeof channelTester>,
): Handlers<typeof notificationRoutes> => ({
  list: reads(async (db, { actor, query, zone, setHeader }) => {
    const { unread = false, ...page } = query
    const store = notificationStore(db)
    setHeader('x-unread-count', String(await store.unreadCount(actor.id)))
    return mapPage(await store.list(actor.id, { unread }, page), each => presentNotification(each, zone))
  }),
  readAll: writes(async tx => {
    await notificationStore(tx).readAll(tx.actor.id, tx.now)
    return { ok: true }
  }),
  test: ({ actor, body }) => test(actor, body.channel),
  update: writes(async (tx, { params, body, zone }) =>
    presentNotification(await markRead(tx, params.notification_id, body.read), zone),
  ),
  snooze: writes(async (tx, { params, body, zone }) =>
    presentNotification(await snooze(tx, params.notification_id, body.minutes), zone),
  ),
  pushKey: async () => ({ key: await push.key() }),
  subscriptions: async ({ actor, query, zone }) =>
    mapPage(pageOf(await push.list(actor), query, oldestFirst), each => presentSubscription(each, zone)),
  subscribe: writes(async (tx, { body, zone }) => presentSubscription(await push.subscribe(tx, body), zone)),
  unsubscribe: writes(async (tx, { params }) => {
    await push.unsubscribe(tx, params.subscription_id)
    return { ok: true }
  }),
})
