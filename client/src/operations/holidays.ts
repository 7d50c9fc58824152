// The operations of `holidays`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation } from '../operation.ts'

type Group = Routes['holidays']

/**
 * List holidays of a country, day by day.
 *
 * Select the period with `year`, with `start_year` and `end_year`, or with `start_date` and
 * `end_date`; the first of these that is given applies. The default is the current year. At most 10
 * years. A holiday of several days has one record per day. Needs no token.
 *
 * `GET /v1/holidays`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/holidays')
