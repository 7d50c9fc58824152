// The operations of `tokens`. Made from the route table by "npm run openapi"; changes are made there.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['tokens']

/**
 * Make a personal access token.
 *
 * It is accepted wherever an access token is, within its scopes, and counts as its owner for the
 * limits. It expires after 90 days unless `expires_at` says otherwise (366 days at most). A token
 * cannot manage tokens. An account of this server needs `password`, or must have signed in within the
 * last 10 minutes (403); a wrong password is 400. With an OpenID provider the sign-in must be as
 * recent if the access token tells its time (`auth_time`).
 *
 * `POST /v1/tokens`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/tokens')

/**
 * List the own personal access tokens, newest first.
 *
 * Never the tokens themselves: `prefix` is how each begins. `last_used_at` is exact to a minute.
 *
 * `GET /v1/tokens`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/tokens')

/**
 * Revoke a personal access token.
 *
 * It stops working at once, also on open sockets.
 *
 * `DELETE /v1/tokens/{token_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/tokens/{token_id}')
