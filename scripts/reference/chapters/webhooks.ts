// The webhook URL does not exist, so every attempt fails in the same way.
import type { Chapter } from '../step.ts'

const url = 'https://hooks.example.org/daymark'
const one = { webhook_id: '{{webhook_id}}' }
const inactive = { webhook_id: '{{inactive_webhook_id}}' }

export const webhooks: Chapter = {
  title: 'Webhooks',
  about: 'Ann has every change to her blocks sent to a URL and tests the webhook.',
  steps: [
    {
      route: 'webhooks.create',
      body: { url, kinds: ['block'], detail: 'thin' },
      keep: { webhook_id: 'id' },
      faults: [{ status: 409, as: 'bob', repeat: 20 }],
    },
    {
      route: 'webhooks.create',
      name: 'Create an inactive webhook',
      body: { url, active: false },
      keep: { inactive_webhook_id: 'id' },
    },
    { route: 'webhooks.list' },
    { route: 'webhooks.get', params: one },
    { route: 'webhooks.update', params: one, body: { events: ['created', 'deleted'] } },
    // Runs before the first attempt, because failed attempts change the webhook's state.
    { route: 'webhooks.rotateSecret', params: one },
    { route: 'webhooks.test', params: one, keep: { delivery_id: 'id' } },
    {
      route: 'webhooks.test',
      name: 'Test the inactive webhook',
      params: inactive,
      keep: { inactive_delivery_id: 'id' },
    },
    { route: 'webhooks.deliveries', params: one, query: { status: 'failed', limit: 20 } },
    {
      route: 'webhooks.retry',
      params: { delivery_id: '{{delivery_id}}' },
      faults: [{ status: 409, params: { delivery_id: '{{inactive_delivery_id}}' } }],
    },
    {
      route: 'webhooks.replay',
      params: one,
      body: { since: '2026-01-12T08:00:00Z' },
      faults: [{ status: 409, params: inactive }],
    },
    { route: 'webhooks.remove', params: one },
  ],
}
