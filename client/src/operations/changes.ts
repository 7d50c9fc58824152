// The operations of `changes`. Made from the route table by "npm run openapi"; changes are made there.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['changes']

/**
 * Read what has changed since a point in the log.
 *
 * In order, every change of your data after `since` (0 when absent), with the resource as you would
 * read it now. Consecutive changes of one resource may be folded into the last one. 410 when the log
 * no longer reaches back to `since`: read everything anew and go on from `seq`. 422 when `since` is
 * beyond the current number. A personal access token sees only the kinds that it may read.
 *
 * `GET /v1/changes`
 */
export const list = /* @__PURE__ */ operation<Group['list']>('GET', '/v1/changes')
