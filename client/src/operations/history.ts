// The operations of `history`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['history']

/**
 * Read the history, latest first.
 *
 * One item for each request that changed something. Filter by `kind`, `resource_id`, period and `via`.
 *
 * `GET /v1/history`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/history')

/**
 * Undo the changes of one request.
 *
 * Reverts the changes of the batch and returns a new batch; undo that one to redo. 409 with the reason
 * if a later change affected the same fields, if something required was deleted, or if the batch was
 * already undone.
 *
 * `POST /v1/history/{batch_id}/undo`
 */
export const undo = /* @__PURE__ */ operation<Group['undo']>('POST', '/v1/history/{batch_id}/undo')

/**
 * List deletions that can be restored, latest first.
 *
 * Deletions can be restored for 30 days. Items have the same form as in the history.
 *
 * `GET /v1/trash`
 */
export const trash = /* @__PURE__ */ listOperation<Group['trash']>('/v1/trash')

/**
 * Restore a deletion.
 *
 * Everything that was deleted comes back with its old id, tags, sharing and links.
 *
 * `POST /v1/trash/{batch_id}/restore`
 */
export const restore = /* @__PURE__ */ operation<Group['restore']>('POST', '/v1/trash/{batch_id}/restore')

/**
 * Erase a deletion from the trash permanently.
 *
 * Removes the stored content, including older history of the same resources. This cannot be undone.
 *
 * `DELETE /v1/trash/{batch_id}`
 */
export const erase = /* @__PURE__ */ operation<Group['erase']>('DELETE', '/v1/trash/{batch_id}')

/**
 * Empty the trash.
 *
 * Permanently erases every deletion in the trash.
 *
 * `DELETE /v1/trash`
 */
export const empty = /* @__PURE__ */ operation<Group['empty']>('DELETE', '/v1/trash')
