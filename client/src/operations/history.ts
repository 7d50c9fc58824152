// The operations of `history`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['history']

/**
 * Read the history, latest first.
 *
 * One item per request that changed something. Filters: `kind`, `resource_id` (items that affected
 * it), a period, and `via`.
 *
 * `GET /v1/history`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/history')

/**
 * Undo the changes of one request.
 *
 * Restores what the batch changed, in a new batch, which is the response; undoing that one is redo.
 * 409 with the reason if a later change affected the same fields, if something required was deleted,
 * or if it was already undone.
 *
 * `POST /v1/history/{batch_id}/undo`
 */
export const undo = /* @__PURE__ */ operation<Group['undo']>('POST', '/v1/history/{batch_id}/undo')

/**
 * List deletions that can be restored, latest first.
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
 * Erase a deletion from the trash permanently.
 *
 * Removes the stored content, from older history items of the same resources too. This cannot be
 * undone.
 *
 * `DELETE /v1/trash/{batch_id}`
 */
export const erase = /* @__PURE__ */ operation<Group['erase']>('DELETE', '/v1/trash/{batch_id}')

/**
 * Empty the trash.
 *
 * Erases every deletion in it permanently.
 *
 * `DELETE /v1/trash`
 */
export const empty = /* @__PURE__ */ operation<Group['empty']>('DELETE', '/v1/trash')
