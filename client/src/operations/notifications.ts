// The operations of `notifications`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['notifications']

/**
 * List your notifications, newest first.
 *
 * The header `X-Unread-Count` contains the number of unread notifications. Notifications are deleted
 * after 90 days.
 *
 * `GET /v1/notifications`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/notifications')

/**
 * Mark all notifications as read.
 *
 * The live socket tells all devices.
 *
 * `POST /v1/notifications/read_all`
 */
export const readAll = /* @__PURE__ */ operation<Group['readAll']>('POST', '/v1/notifications/read_all')

/**
 * Send yourself a test over one channel.
 *
 * Sends at once, regardless of switches and quiet hours. The response says what went wrong, for
 * example that no device receives push messages. An `Idempotency-Key` is kept for five minutes,
 * without the outcome: a repeated request sends nothing and its response is `null`.
 *
 * `POST /v1/notifications/test`
 */
export const test = /* @__PURE__ */ operation<Group['test']>('POST', '/v1/notifications/test')

/**
 * Mark a notification as read or unread.
 *
 * The live socket tells all devices.
 *
 * `PATCH /v1/notifications/{notification_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/notifications/{notification_id}')

/**
 * Send a notification again later.
 *
 * Marks it as read and sends it again after this many minutes, unless the item is completed or deleted
 * before then.
 *
 * `POST /v1/notifications/{notification_id}/snooze`
 */
export const snooze = /* @__PURE__ */ operation<Group['snooze']>('POST', '/v1/notifications/{notification_id}/snooze')

/**
 * Read the key for push subscriptions.
 *
 * Browsers need it as `applicationServerKey`. It does not change unless the server loses its data.
 *
 * `GET /v1/push/key`
 */
export const pushKey = /* @__PURE__ */ operation<Group['pushKey']>('GET', '/v1/push/key')

/**
 * List the devices that receive push messages.
 *
 * A device is removed if its push service returns 404 or 410.
 *
 * `GET /v1/push/subscriptions`
 */
export const subscriptions = /* @__PURE__ */ listOperation<Group['subscriptions']>('/v1/push/subscriptions')

/**
 * Send push messages to this device.
 *
 * Accepts the subscription as the browser returns it. Sending the same endpoint again replaces the
 * subscription. With more than 20 devices, the oldest is removed.
 *
 * `POST /v1/push/subscriptions`
 */
export const subscribe = /* @__PURE__ */ operation<Group['subscribe']>('POST', '/v1/push/subscriptions')

/**
 * Stop sending push messages to a device.
 *
 * The browser keeps its own subscription until the app removes it.
 *
 * `DELETE /v1/push/subscriptions/{subscription_id}`
 */
export const unsubscribe = /* @__PURE__ */ operation<Group['unsubscribe']>('DELETE', '/v1/push/subscriptions/{subscription_id}')
