// The operations of `webhooks`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['webhooks']

/**
 * List your webhooks, oldest first.
 *
 * The secrets are never returned.
 *
 * `GET /v1/webhooks`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/webhooks')

/**
 * Create a webhook.
 *
 * From now on, every change to your data is sent to `url` as a POST request in the Standard Webhooks
 * format, at least once and in order per item. The response contains the secret that signs the
 * requests; it is not shown again. `url` must be a public https address (422). A personal access token
 * needs the read scope of every kind that is sent (403). At most 20 per person (409).
 *
 * `POST /v1/webhooks`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/webhooks', { ignoresKey: true })

/**
 * Read a webhook.
 *
 * The secret is not returned.
 *
 * `GET /v1/webhooks/{webhook_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/webhooks/{webhook_id}')

/**
 * Change a webhook.
 *
 * Changes only the given fields. `active: false` cancels pending deliveries. `active: true` starts
 * with the changes after this moment; request a replay for those in between.
 *
 * `PATCH /v1/webhooks/{webhook_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/webhooks/{webhook_id}')

/**
 * Delete a webhook.
 *
 * Stops at once, and deletes its delivery log.
 *
 * `DELETE /v1/webhooks/{webhook_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/webhooks/{webhook_id}')

/**
 * Send a test request.
 *
 * Sends a `webhook.test` event once and returns the outcome within 30 seconds. Works for inactive
 * webhooks too. A failed test is not repeated and does not count as a failure. An `Idempotency-Key` is
 * kept for five minutes, without the outcome: a repeated request sends nothing and its response is
 * `null`.
 *
 * `POST /v1/webhooks/{webhook_id}/test`
 */
export const test = /* @__PURE__ */ operation<Group['test']>('POST', '/v1/webhooks/{webhook_id}/test')

/**
 * Replace the secret.
 *
 * Returns the new secret, which is not shown again. For 24 hours, requests carry two signatures, one
 * with each secret.
 *
 * `POST /v1/webhooks/{webhook_id}/rotate_secret`
 */
export const rotateSecret = /* @__PURE__ */ operation<Group['rotateSecret']>('POST', '/v1/webhooks/{webhook_id}/rotate_secret', { ignoresKey: true })

/**
 * Replay all changes since a time.
 *
 * Sends every change since this time again, with the same `webhook-id` as before and the items as they
 * are now. 409 if the webhook is inactive. 410 if the change log no longer reaches back to this time.
 *
 * `POST /v1/webhooks/{webhook_id}/replay`
 */
export const replay = /* @__PURE__ */ operation<Group['replay']>('POST', '/v1/webhooks/{webhook_id}/replay')

/**
 * Read the delivery log, newest first.
 *
 * Deliveries from the last 30 days, with the body and the outcome of the last attempt.
 *
 * `GET /v1/webhooks/{webhook_id}/deliveries`
 */
export const deliveries = /* @__PURE__ */ listOperation<Group['deliveries']>('/v1/webhooks/{webhook_id}/deliveries')

/**
 * Send a delivery again.
 *
 * Queues the delivery now, whatever its status, with the same `webhook-id` and body. 409 if the
 * webhook is inactive, or the content was erased.
 *
 * `POST /v1/webhooks/deliveries/{delivery_id}/retry`
 */
export const retry = /* @__PURE__ */ operation<Group['retry']>('POST', '/v1/webhooks/deliveries/{delivery_id}/retry')
