// The routes for notifications and for the devices that receive push messages.
import Type from 'typebox'
import { CHANNELS } from '../constants.ts'
import { routeGroup } from '../route.ts'
import { Line, Nullable, Ok, OneOf, pageQuery, Timestamp, Uuid, UuidIn } from '../words.ts'
import { Notification } from './notification.ts'

const params = Type.Object({ notification_id: UuidIn })

export const ChannelTest = Type.Object(
  {
    delivered: Type.Boolean(),
    detail: Nullable(
      Type.String({
        description:
          'What went wrong; null if nothing did. With several devices, some may have failed although the test was delivered.',
      }),
    ),
  },
  { title: 'ChannelTest' },
)
export type ChannelTest = Type.Static<typeof ChannelTest>

export const PushKey = Type.Object(
  { key: Type.String({ description: "The server's public VAPID key (RFC 8292), in base64url." }) },
  { title: 'PushKey' },
)

export const PushSubscription = Type.Object(
  {
    id: Uuid,
    device: Nullable(Type.String()),
    endpoint_host: Type.String({ description: "The push service's host." }),
    created_at: Timestamp,
    last_sent_at: Nullable(Timestamp),
  },
  { title: 'PushSubscription' },
)
export type PushSubscription = Type.Static<typeof PushSubscription>

const base64url = (most: number) =>
  Type.Refine(
    Type.String({ 'x-maxLength': most, 'x-pattern': '^[A-Za-z0-9_-]+=*$' }),
    text => String(text).length <= most && /^[A-Za-z0-9_-]+=*$/.test(String(text)),
    () => 'must be base64url text',
  )

/** The server also applies this limit to the percent-encoded URL, where a letter such as 가 takes nine characters. */
export const MAX_ENDPOINT = 1000

export const PushSubscriptionCreate = Type.Object(
  {
    endpoint: Type.Refine(
      Type.String({
        format: 'storable',
        'x-maxLength': MAX_ENDPOINT,
        examples: ['https://push.example.net/send/f1o5'],
      }),
      text => String(text).length <= MAX_ENDPOINT,
      () => `must have at most ${MAX_ENDPOINT} characters`,
    ),
    keys: Type.Object({ p256dh: base64url(200), auth: base64url(100) }),
    device: Type.Optional(Nullable(Line(100))),
  },
  { title: 'PushSubscriptionCreate' },
)

export const notificationRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/notifications',
    summary: 'List your notifications, newest first',
    description:
      'The header `X-Unread-Count` contains the number of unread notifications. Notifications are deleted after 90 days.',
    query: Type.Object({
      unread: Type.Optional(Type.Boolean({ description: 'Returns only unread notifications.' })),
      ...pageQuery,
    }),
    response: Type.Array(Notification),
    list: true,
  },
  readAll: {
    method: 'POST',
    path: '/notifications/read_all',
    summary: 'Mark all notifications as read',
    description: 'The live socket tells all devices.',
    response: Ok,
  },
  test: {
    method: 'POST',
    path: '/notifications/test',
    summary: 'Send yourself a test over one channel',
    description:
      'Sends at once, regardless of switches and quiet hours. The response says what went wrong, for example that no device receives push messages. An `Idempotency-Key` is kept for five minutes, without the outcome: a repeated request sends nothing and its response is `null`.',
    sends: true,
    body: Type.Object({ channel: OneOf(CHANNELS) }, { title: 'ChannelTestRequest' }),
    response: ChannelTest,
  },
  update: {
    method: 'PATCH',
    path: '/notifications/{notification_id}',
    summary: 'Mark a notification as read or unread',
    description: 'The live socket tells all devices.',
    params,
    body: Type.Object(
      { read: Type.Optional(Type.Boolean({ description: 'If absent, nothing changes.' })) },
      { title: 'NotificationPatch' },
    ),
    response: Notification,
    errors: [404],
  },
  snooze: {
    method: 'POST',
    path: '/notifications/{notification_id}/snooze',
    summary: 'Send a notification again later',
    description:
      'Marks it as read and sends it again after this many minutes, unless the item is completed or deleted before then.',
    params,
    body: Type.Object(
      { minutes: Type.Integer({ minimum: 1, maximum: 43_200, description: '1 minute to 30 days.' }) },
      { title: 'Snooze' },
    ),
    response: Notification,
    errors: [404],
  },
  pushKey: {
    method: 'GET',
    path: '/push/key',
    summary: 'Read the key for push subscriptions',
    description:
      'Browsers need it as `applicationServerKey`. It does not change unless the server loses its data.',
    response: PushKey,
  },
  subscriptions: {
    method: 'GET',
    path: '/push/subscriptions',
    summary: 'List the devices that receive push messages',
    description: 'A device is removed if its push service returns 404 or 410.',
    query: Type.Object(pageQuery),
    response: Type.Array(PushSubscription),
    list: true,
  },
  subscribe: {
    method: 'POST',
    path: '/push/subscriptions',
    summary: 'Send push messages to this device',
    description:
      'Accepts the subscription as the browser returns it. Sending the same endpoint again replaces the subscription. With more than 20 devices, the oldest is removed.',
    body: PushSubscriptionCreate,
    status: 201,
    response: PushSubscription,
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/push/subscriptions/{subscription_id}',
    summary: 'Stop sending push messages to a device',
    description: 'The browser keeps its own subscription until the app removes it.',
    params: Type.Object({ subscription_id: UuidIn }),
    response: Ok,
    errors: [404],
  },
})
