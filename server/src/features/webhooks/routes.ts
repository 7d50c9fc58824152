import type { webhookRoutes } from '@daymark/contract/webhooks'
import { mapPage, oldestFirst, pageOf } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { readableKinds } from '../history/routes.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import type { WebhookService } from './service.ts'

export const webhookHandlers = (webhooks: WebhookService): Handlers<typeof webhookRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(pageOf(await webhooks.list(actor), query, oldestFirst), webhook => presentWebhook(webhook, zone)),
  create: async ({ actor, session, body, zone }) => {
    const webhook = await webhooks.create(actor, body, readableKinds(session))
    return { ...presentWebhook(webhook, zone), secret: webhook.secret }
  },
  get: async ({ actor, params, zone }) => presentWebhook(await webhooks.get(actor, params.webhook_id), zone),
  update: async ({ actor, session, params, body, zone }) =>
    presentWebhook(await webhooks.update(actor, params.webhook_id, body, readableKinds(session)), zone),
  remove: async ({ actor, params }) => {
    await webhooks.remove(actor, params.webhook_id)
    return { ok: true }
  },
  test: async ({ actor, params, zone }) =>
    presentDelivery(await webhooks.test(actor, params.webhook_id), zone),
  rotateSecret: async ({ actor, params, zone }) => {
    const webhook = await webhooks.rotateSecret(actor, params.webhook_id)
    return { ...presentWebhook(webhook, zone), secret: webhook.secret }
  },
  replay: ({ actor, session, params, body }) =>
    webhooks.replay(actor, params.webhook_id, body.since, readableKinds(session)),
  deliveries: async ({ actor, session, params, query, zone }) =>
    mapPage(await webhooks.deliveries(actor, params.webhook_id, query, readableKinds(session)), delivery =>
      presentDelivery(delivery, zone),
    ),
  retry: async ({ actor, session, params, zone }) =>
    presentDelivery(await webhooks.retry(actor, params.delivery_id, readableKinds(session)), zone),
})
