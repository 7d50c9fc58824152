// The operations of `feeds`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['feeds']

/**
 * List your feeds, oldest first.
 *
 * The secret URLs are never returned.
 *
 * `GET /v1/feeds`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/feeds')

/**
 * Create a feed.
 *
 * Creates a secret URL from which calendar apps read your calendar as an iCalendar file. The response
 * contains the URL; it is not shown again. Without `contents`, the feed contains your schedules, from
 * 30 days ago to 365 days ahead. A personal access token needs the read scope of everything that the
 * feed contains (403). Tags must be yours (400). At most 20 per person (409).
 *
 * `POST /v1/feeds`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/feeds', { ignoresKey: true })

/**
 * Read a feed’s settings.
 *
 * The secret URL is not returned.
 *
 * `GET /v1/feeds/{feed_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/feeds/{feed_id}')

/**
 * Change a feed.
 *
 * Changes only the given fields. The URL stays the same.
 *
 * `PATCH /v1/feeds/{feed_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/feeds/{feed_id}')

/**
 * Delete a feed.
 *
 * Its URL stops working at once.
 *
 * `DELETE /v1/feeds/{feed_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/feeds/{feed_id}')

/**
 * Replace a feed’s URL.
 *
 * Returns a new secret URL, which is not shown again. The old URL stops working at once. A personal
 * access token needs the read scope of everything that the feed contains (403).
 *
 * `POST /v1/feeds/{feed_id}/renew`
 */
export const renew = /* @__PURE__ */ operation<Group['renew']>('POST', '/v1/feeds/{feed_id}/renew', { ignoresKey: true })
