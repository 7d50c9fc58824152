// The operations of `tokens`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['tokens']

/**
 * Create a personal access token.
 *
 * It is accepted like an access token, within its scopes, and counts against its owner's limits. It
 * expires after 90 days unless `expires_at` is given (366 days at most). A token cannot manage tokens.
 * An account of this server needs `password`, or a sign-in within the last 10 minutes (403); a wrong
 * password is 400. With an OpenID provider, the sign-in must be as recent if the access token contains
 * its time (`auth_time`).
 *
 * `POST /v1/tokens`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/tokens')

/**
 * List your personal access tokens, newest first.
 *
 * Never the tokens themselves: `prefix` contains the first characters. `last_used_at` is exact to a
 * minute.
 *
 * `GET /v1/tokens`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/tokens')

/**
 * Revoke a personal access token.
 *
 * It stops working at once, on open sockets too.
 *
 * `DELETE /v1/tokens/{token_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/tokens/{token_id}')
