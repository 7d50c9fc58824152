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
