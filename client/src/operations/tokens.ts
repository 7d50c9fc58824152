// The operations of `tokens`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['tokens']

/**
 * Create a personal access token.
 *
 * Use it like an access token, within its scopes; its requests count against its owner's limits. It
 * expires after 90 days unless `expires_at` is given (at most 366 days). A personal access token
 * cannot manage tokens. With an account on this server, send `password` unless you signed in within
 * the last 10 minutes (otherwise 403); a wrong password is 400. With an OpenID provider, the sign-in
 * must be just as recent if the access token contains `auth_time`.
 *
 * `POST /v1/tokens`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/tokens', { ignoresKey: true })

/**
 * List your personal access tokens, newest first.
 *
 * The tokens themselves are never returned; `prefix` contains their first characters. `last_used_at`
 * is accurate to a minute.
 *
 * `GET /v1/tokens`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/tokens')

/**
 * Revoke a personal access token.
 *
 * The token stops working at once, and its open sockets are closed.
 *
 * `DELETE /v1/tokens/{token_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/tokens/{token_id}')
