// The operations of `deletion`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['deletion']

/**
 * Whether your account will be deleted, and when.
 *
 * `deletes_at` is also in `GET /v1/users/me`.
 *
 * `GET /v1/account/deletion`
 */
export const read = /* @__PURE__ */ operation<Group['read']>('GET', '/v1/account/deletion')

/**
 * Ask for the deletion of your account.
 *
 * Needs the password, a code from the authenticator app (or a recovery code), or a passkey. With an
 * external OpenID provider, a sign-in within the last 10 minutes; your account at the provider stays.
 * The account is deleted after the number of days set by the operator (`ACCOUNT_DELETION_DAYS`, 7 by
 * default; 0 deletes at once). Until then you can sign in and cancel. Your other devices are signed
 * out; tokens, device passwords, apps, feeds, webhooks and subscriptions stop, and work again if you
 * cancel. Shared items stay visible until the deletion. If you ask again, the first date stays. 400 if
 * the password, code or passkey is wrong.
 *
 * `POST /v1/account/deletion`
 */
export const request = /* @__PURE__ */ operation<Group['request']>('POST', '/v1/account/deletion', { ignoresKey: true })

/**
 * Cancel the deletion of your account.
 *
 * Does nothing if no deletion is pending.
 *
 * `DELETE /v1/account/deletion`
 */
export const cancel = /* @__PURE__ */ operation<Group['cancel']>('DELETE', '/v1/account/deletion')
