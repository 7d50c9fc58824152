// The operations of `sessions`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['sessions']

/**
 * List your sessions, most recently used first.
 *
 * One entry for each device that is signed in, with the IP address of its last use; `current` marks
 * the session that makes this request. Empty with an external OpenID provider. The same as `GET
 * /auth/sessions`.
 *
 * `GET /v1/account/sessions`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/account/sessions')

/**
 * Sign out one device.
 *
 * Its access token stops working at once. The same as `DELETE /auth/sessions/{session_id}`.
 *
 * `DELETE /v1/account/sessions/{session_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/account/sessions/{session_id}')

/**
 * Sign out all other devices.
 *
 * Ends all sessions except this one. Tokens, device passwords and apps are revoked too, unless
 * `revoke_tokens` is false. The same as `DELETE /auth/sessions`.
 *
 * `DELETE /v1/account/sessions`
 */
export const removeOthers = /* @__PURE__ */ operation<Group['removeOthers']>('DELETE', '/v1/account/sessions')
