// The operations of `history`. Made from the route table by "npm run openapi"; changes are made there.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['history']

/**
 * Read what was done, the latest first.
 *
 * One item per request that changed something. Filters: `kind`, `resource_id` (items that touched it),
 * a period, and `via`.
 *
 * `GET /v1/history`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/history')

/**
 * Undo what one request did.
 *
 * Restores what the batch changed, in a new batch, which is the answer; undoing that one is redo. 409
 * with what stands in the way when a later change touched the same fields, when something that is
 * needed is gone, or when it was undone already.
 *
 * `POST /v1/history/{batch_id}/undo`
 */
export const undo = /* @__PURE__ */ operation<Group['undo']>('POST', '/v1/history/{batch_id}/undo')

/**
 * List deletions that can be restored, the latest first.
 *
 * Kept for 30 days. The items have the form of the history.
 *
 * `GET /v1/trash`
 */
export const trash = /* @__PURE__ */ listOperation<Group['trash']>('/v1/trash')

/**
 * Restore a deletion.
 *
 * Undoes it: everything comes back with its old id, tags, sharing and links.
 *
 * `POST /v1/trash/{batch_id}/restore`
 */
export const restore = /* @__PURE__ */ operation<Group['restore']>('POST', '/v1/trash/{batch_id}/restore')

/**
 * Erase a deletion from the trash for good.
 *
 * The stored content is gone, in older history items of the same things too. It cannot be undone.
 *
 * `DELETE /v1/trash/{batch_id}`
 */
export const erase = /* @__PURE__ */ operation<Group['erase']>('DELETE', '/v1/trash/{batch_id}')

/**
 * Empty the trash.
 *
 * Erases every deletion in it for good.
 *
 * `DELETE /v1/trash`
 */
export const empty = /* @__PURE__ */ operation<Group['empty']>('DELETE', '/v1/trash')
