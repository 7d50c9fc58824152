// The operations of `totp`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['totp']

/**
 * Whether your account has an authenticator app.
 *
 * Never enabled with an external OpenID provider, because the provider handles second factors.
 *
 * `GET /v1/account/totp`
 */
export const read = /* @__PURE__ */ operation<Group['read']>('GET', '/v1/account/totp')

/**
 * Start adding an authenticator app.
 *
 * Returns a new secret. Nothing changes until you confirm it with a code. Send `password` unless you
 * signed in within the last 10 minutes (otherwise 403); 400 if the password is wrong, if the account
 * already has an app, or with an external OpenID provider.
 *
 * `POST /v1/account/totp`
 */
export const start = /* @__PURE__ */ operation<Group['start']>('POST', '/v1/account/totp', { ignoresKey: true })

/**
 * Confirm the authenticator app with its first code.
 *
 * From now on, sign-ins with the password ask for a code. Returns ten recovery codes. 400 if the code
 * is wrong, or if there is nothing to confirm.
 *
 * `POST /v1/account/totp/confirm`
 */
export const confirm = /* @__PURE__ */ operation<Group['confirm']>('POST', '/v1/account/totp/confirm', { ignoresKey: true })

/**
 * Replace the recovery codes.
 *
 * All earlier recovery codes stop working. Send `password` unless you signed in within the last 10
 * minutes. 404 without an authenticator app.
 *
 * `POST /v1/account/totp/recovery_codes`
 */
export const renewCodes = /* @__PURE__ */ operation<Group['renewCodes']>('POST', '/v1/account/totp/recovery_codes', { ignoresKey: true })

/**
 * Remove the authenticator app and the recovery codes.
 *
 * Needs the password, or a code. 400 if it is wrong, 404 if there is no authenticator app.
 *
 * `DELETE /v1/account/totp`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/account/totp', { ignoresKey: true })
