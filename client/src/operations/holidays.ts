// The operations of `holidays`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation } from '../operation.ts'

type Group = Routes['holidays']

/**
 * List a country's holidays, day by day.
 *
 * Select the period with `year`, with `start_year` and `end_year`, or with `start_date` and
 * `end_date`; if several are given, the first in this order applies. The default is the current year.
 * At most 10 years. A holiday that lasts several days has one record per day. Needs no token.
 *
 * `GET /v1/holidays`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/holidays')
