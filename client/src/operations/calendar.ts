// The operations of `calendar`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['calendar']

/**
 * Query the calendar with GraphQL.
 *
 * A query's depth, aliases and size are limited.
 *
 * `POST /v1/graphql`
 */
export const query = /* @__PURE__ */ operation<Group['query']>('POST', '/v1/graphql')
