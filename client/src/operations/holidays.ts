// The operations of `holidays`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation } from '../operation.ts'

type Group = Routes['holidays']

/**
 * List holidays of a country, day by day.
 *
 * The period is given by `year`, or `start_year` (with `end_year`), or `start_date` with `end_date`;
 * the first given form counts, and without any it is the current year. At most 10 years. A holiday of
 * several days has one record per day. Needs no token.
 *
 * `GET /v1/holidays`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/holidays')
