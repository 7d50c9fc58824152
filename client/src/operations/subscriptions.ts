// The operations of `subscriptions`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['subscriptions']

/**
 * List your subscriptions, oldest first.
 *
 * Calendars from other programs. `GET /v1/schedules` with `include_subscriptions=true` returns their
 * entries.
 *
 * `GET /v1/subscriptions`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/subscriptions')

/**
 * Subscribe to a calendar.
 *
 * The server reads the calendar now and then every `refresh_minutes`, and shows its events as a
 * read-only layer. `url` must be a public https address (422). Times without a zone are in your own
 * zone. At most 20 per person (409).
 *
 * `POST /v1/subscriptions`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/subscriptions')

/**
 * Read a subscription.
 *
 * Includes the outcome of the last attempt and the time of the last success.
 *
 * `GET /v1/subscriptions/{subscription_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/subscriptions/{subscription_id}')

/**
 * Change a subscription.
 *
 * Changes only the given fields. A new `url` is read at once.
 *
 * `PATCH /v1/subscriptions/{subscription_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/subscriptions/{subscription_id}')

/**
 * Unsubscribe.
 *
 * Its entries disappear at once.
 *
 * `DELETE /v1/subscriptions/{subscription_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/subscriptions/{subscription_id}')

/**
 * Read the calendar now.
 *
 * Responds after the attempt, with its outcome in `error` and `last_success_at`.
 *
 * `POST /v1/subscriptions/{subscription_id}/refresh`
 */
export const refresh = /* @__PURE__ */ operation<Group['refresh']>('POST', '/v1/subscriptions/{subscription_id}/refresh', { ignoresKey: true })
