import type { subscriptionRoutes } from '@daymark/contract/calendars/subscriptions'
import { mapPage, oldestFirst, pageOf } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentSubscription } from './present.ts'
import type { SubscriptionService } from './service.ts'

export const subscriptionHandlers = (
  subscriptions: SubscriptionService,
): Handlers<typeof subscriptionRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(pageOf(await subscriptions.list(actor), query, oldestFirst), each =>
      presentSubscription(each, zone),
    ),
  create: async ({ actor, body, zone }) => presentSubscription(await subscriptions.create(actor, body), zone),
  get: async ({ actor, params, zone }) =>
    presentSubscription(await subscriptions.get(actor, params.subscription_id), zone),
  update: async ({ actor, params, body, zone }) =>
    presentSubscription(await subscriptions.update(actor, params.subscription_id, body), zone),
  remove: async ({ actor, params }) => {
    await subscriptions.remove(actor, params.subscription_id)
    return { ok: true }
  },
  refresh: async ({ actor, params, zone, once }) => {
    const save = await subscriptions.refresh(actor, params.subscription_id)
    return once(async () => presentSubscription(await save(), zone))
  },
})
