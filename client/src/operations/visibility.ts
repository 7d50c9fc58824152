// The operations of `visibility`. Made from the route table by "npm run openapi"; changes are made there.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['visibility']

/**
 * Read how a thing is shared (owner only).
 *
 * The level and its lists, for the owner alone. 404 when the thing is not shared at all.
 *
 * `GET /v1/visibility/{resource_type}/{resource_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/visibility/{resource_type}/{resource_id}')

/**
 * Share a thing (owner only).
 *
 * Replaces the setting. Level `private` removes it: the answer says `private`, and a GET afterwards
 * 404.
 *
 * `PUT /v1/visibility/{resource_type}/{resource_id}`
 */
export const put = /* @__PURE__ */ operation<Group['put']>('PUT', '/v1/visibility/{resource_type}/{resource_id}')

/**
 * Make a thing private again (owner only).
 *
 * The same as level `private`; 404 when it was not shared. What friends have seen they no longer see,
 * from the next request on.
 *
 * `DELETE /v1/visibility/{resource_type}/{resource_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/visibility/{resource_type}/{resource_id}')
