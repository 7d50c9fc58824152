// The operations of `visibility`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['visibility']

/**
 * Read how an item is shared (owner only).
 *
 * Returns the level and its lists. 404 if the item is not shared.
 *
 * `GET /v1/visibility/{resource_type}/{resource_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/visibility/{resource_type}/{resource_id}')

/**
 * Share an item (owner only).
 *
 * Replaces the setting. Level `private` removes it: the response has level `private`, and a later GET
 * returns 404.
 *
 * `PUT /v1/visibility/{resource_type}/{resource_id}`
 */
export const put = /* @__PURE__ */ operation<Group['put']>('PUT', '/v1/visibility/{resource_type}/{resource_id}')

/**
 * Make an item private again (owner only).
 *
 * The same as setting level `private`. 404 if the item is not shared. Others lose access with their
 * next request.
 *
 * `DELETE /v1/visibility/{resource_type}/{resource_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/visibility/{resource_type}/{resource_id}')
