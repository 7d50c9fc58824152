// A webhook notifies a URL when a person's data changes.
import Type from 'typebox'
import { ChangeAction, Seq } from './changes.ts'
import { CHANGE_KINDS, WEBHOOK_EVENTS, WEBHOOK_TEMPLATES } from './constants.ts'
import { routeGroup } from './route.ts'
import { Clearable, Instant, Ok, OneOf, pageQuery, SomeOf, Timestamp, Uuid } from './words.ts'

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WEBHOOK_DETAILS = ['thin', 'full'] as const
export type WebhookDetail = (typeof WEBHOOK_DETAILS)[number]

export type WebhookTemplate = (typeof WEBHOOK_TEMPLATES)[number]

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const Detail = OneOf(WEBHOOK_DETAILS, {
  description: '`full` sends the item with each change; `thin` sends `resource: null` and no title.',
})
const Template = OneOf(WEBHOOK_TEMPLATES, {
  description:
    "The body format: `json` is the signed envelope, the others are messages in the service's own format.",
})
const Kind = OneOf(CHANGE_KINDS)

const EVENTS = 'The events to send: `created`, `updated` or `deleted`; all three by default.'
const KINDS = 'The kinds of items whose changes are sent; null for all, including kinds added later.'
const ACTIVE = 'Whether changes are sent.'

const ADDRESS = 'The URL that receives the requests; https, on the public Internet.'
const Url = Type.String({ minLength: 1, maxLength: 2048, format: 'storable', description: ADDRESS })
const OrNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const When = (description: string) => OrNull(Timestamp, description)

const fields = {
  id: Uuid,
  url: Type.String({ description: ADDRESS }),
  kinds: OrNull(Type.Array(Kind), KINDS),
  events: Type.Array(ChangeAction, { description: EVENTS }),
  detail: Detail,
  template: Template,
  active: Type.Boolean({ description: ACTIVE }),
  seq: Type.Integer({ description: 'The position in the change log up to which changes have been queued.' }),
  failing_since: When('The first failed attempt since the last success.'),
  disabled_at: When('When the server set `active` to false.'),
  disabled_reason: OrNull(
    OneOf(['gone', 'failing']),
    '`gone`: the URL returned 410. `failing`: every attempt failed for 3 days.',
  ),
  secret_expires_at: When('Until then, requests are also signed with the previous secret.'),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Webhook = Type.Object(fields, { title: 'Webhook' })
export type Webhook = Type.Static<typeof Webhook>

export const NewWebhook = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description: 'The secret that signs each request, beginning with `whsec_`. It is shown only once.',
    }),
  },
  { title: 'NewWebhook' },
)
export type NewWebhook = Type.Static<typeof NewWebhook>

const kinds = Clearable(SomeOf(Kind, CHANGE_KINDS.length, KINDS))
const Events = SomeOf(OneOf(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length, EVENTS)
const Active = Type.Boolean({ description: ACTIVE })

export const WebhookCreate = Type.Object(
  {
    url: Url,
    kinds,
    events: Clearable(Events),
    detail: Clearable(Detail),
    template: Clearable(Template),
    active: Clearable(Active),
  },
  { title: 'WebhookCreate' },
)
export const WebhookUpdate = Type.Object(
  {
    url: Type.Optional(Url),
    kinds,
    events: Type.Optional(Events),
    detail: Type.Optional(Detail),
    template: Type.Optional(Template),
    active: Type.Optional(Active),
  },
  { title: 'WebhookUpdate' },
)

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'The `webhook-id` of each attempt is `msg_` followed by this id.',
    }),
    webhook_id: Type.String({ format: 'uuid', description: 'The webhook.' }),
    type: Type.String({
      description: 'The kind and the event, such as `todo.created`; `webhook.test` for a test.',
      examples: ['todo.created'],
    }),
    seq: OrNull(Type.Integer(), 'The position of the change; null for a test.'),
    status: OneOf(DELIVERY_STATUSES, {
      description:
        '`pending`: not sent yet, or waiting for the next attempt. `failed`: given up after the last attempt. `canceled`: the webhook was deactivated first.',
    }),
    attempts: Type.Integer({ description: 'The attempts since it was queued.' }),
    created_at: Timestamp,
    last_attempt_at: When('When the last attempt began; null before the first.'),
    next_attempt_at: When('When the next attempt is due; null if there is none.'),
    duration_ms: OrNull(Type.Integer(), 'The duration of the last attempt.'),
    response_status: OrNull(Type.Integer(), 'The status of the last response.'),
    response_excerpt: OrNull(Type.String(), 'The first 1,000 characters of the last response.'),
    error: OrNull(Type.String(), 'Why the last attempt failed, in one sentence.'),
    body: OrNull(Type.String(), 'The request body; null if its content has been erased.'),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>

export const WebhookReplay = Type.Object(
  {
    since_seq: Type.Union([Seq], { description: 'All changes after this position are sent again.' }),
    changes: Type.Integer({ description: 'The number of changes after this position, before filters.' }),
  },
  { title: 'WebhookReplay' },
)

const IdIn = (description: string) =>
  Type.Codec(Type.String({ format: 'uuid', description }))
    .Decode(text => text.toLowerCase())
    .Encode(text => text)
const one = Type.Object({ webhook_id: IdIn('The webhook.') })

export const webhookRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/webhooks',
    summary: 'List your webhooks, oldest first',
    description: 'The secrets are never returned.',
    query: Type.Object(pageQuery),
    response: Type.Array(Webhook),
    list: true,
  },
  create: {
    method: 'POST',
    path: '/webhooks',
    secret: true,
    summary: 'Create a webhook',
    description:
      'From now on, every change to your data is sent to `url` as a POST request in the Standard Webhooks format, at least once and in order per item. The response contains the secret that signs the requests; it is not shown again. `url` must be a public https address (422). A personal access token needs the read scope of every kind that is sent (403). At most 20 per person (409).',
    body: WebhookCreate,
    status: 201,
    response: NewWebhook,
    errors: [403, 409],
  },
  get: {
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    summary: 'Read a webhook',
    description: 'The secret is not returned.',
    params: one,
    response: Webhook,
    errors: [404],
  },
  update: {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    summary: 'Change a webhook',
    description:
      'Changes only the given fields. `active: false` cancels pending deliveries. `active: true` starts with the changes after this moment; request a replay for those in between.',
    params: one,
    body: WebhookUpdate,
    response: Webhook,
    errors: [403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    summary: 'Delete a webhook',
    description: 'Stops at once, and deletes its delivery log.',
    params: one,
    response: Ok,
    errors: [404],
  },
  test: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/test',
    summary: 'Send a test request',
    description:
      'Sends a `webhook.test` event once and returns the outcome within 30 seconds. Works for inactive webhooks too. A failed test is not repeated and does not count as a failure. An `Idempotency-Key` is kept for five minutes, without the outcome: a repeated request sends nothing and its response is `null`.',
    params: one,
    sends: true,
    response: WebhookDelivery,
    errors: [404],
  },
  rotateSecret: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate_secret',
    secret: true,
    summary: 'Replace the secret',
    description:
      'Returns the new secret, which is not shown again. For 24 hours, requests carry two signatures, one with each secret.',
    params: one,
    response: NewWebhook,
    errors: [404],
  },
  replay: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/replay',
    summary: 'Replay all changes since a time',
    description:
      'Sends every change since this time again, with the same `webhook-id` as before and the items as they are now. 409 if the webhook is inactive. 410 if the change log no longer reaches back to this time.',
    params: one,
    body: Type.Object({ since: Instant }, { title: 'WebhookReplayRequest' }),
    status: 202,
    response: WebhookReplay,
    errors: [403, 404, 409, 410],
  },
  deliveries: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    summary: 'Read the delivery log, newest first',
    description: 'Deliveries from the last 30 days, with the body and the outcome of the last attempt.',
    params: one,
    query: Type.Object({ status: Type.Optional(OneOf(DELIVERY_STATUSES)), ...pageQuery }),
    list: true,
    response: Type.Array(WebhookDelivery),
    errors: [403, 404],
  },
  retry: {
    method: 'POST',
    path: '/webhooks/deliveries/{delivery_id}/retry',
    summary: 'Send a delivery again',
    description:
      'Queues the delivery now, whatever its status, with the same `webhook-id` and body. 409 if the webhook is inactive, or the content was erased.',
    params: Type.Object({ delivery_id: IdIn('The delivery.') }),
    status: 202,
    response: WebhookDelivery,
    errors: [403, 404, 409],
  },
})
