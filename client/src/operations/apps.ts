// The operations of `apps`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['apps']

/**
 * List your connected apps, newest first.
 *
 * Apps that you have allowed to act for you on the sign-in pages of this server. `last_used_at` is
 * accurate to a minute. Empty with an external OpenID provider, which manages its own apps.
 *
 * `GET /v1/account/apps`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/account/apps')

/**
 * Disconnect an app.
 *
 * All of the app's tokens stop working at once, and its open sockets are closed.
 *
 * `DELETE /v1/account/apps/{app_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/account/apps/{app_id}')
