// The operations of `changes`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['changes']

/**
 * Read the changes since a position in the log.
 *
 * Every change to your data after `since` (default 0), in order, with the resource as you would read
 * it now. Consecutive changes to one resource may be combined into the last one. 410 if the log no
 * longer reaches back to `since`: read all data again, then continue from the `seq` in that response.
 * 422 if `since` is greater than the current position. A personal access token sees only the kinds
 * that it may read.
 *
 * `GET /v1/changes`
 */
export const list = /* @__PURE__ */ operation<Group['list']>('GET', '/v1/changes')

/**
 * Read all your items, to begin a copy.
 *
 * All items of the kinds in the change log, in pages by kind and id, each as you would read it now.
 * Read all pages, then the changes after `seq`: together they are a complete copy. Items that change
 * between two pages may be on none or on an older page, and are among these changes. A personal access
 * token sees only the kinds that it may read.
 *
 * `GET /v1/changes/snapshot`
 */
export const snapshot = /* @__PURE__ */ operation<Group['snapshot']>('GET', '/v1/changes/snapshot')
