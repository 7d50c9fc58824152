// The operations of `passkeys`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['passkeys']

/**
 * List your passkeys, newest first.
 *
 * Empty with an external OpenID provider, which manages its own passkeys.
 *
 * `GET /v1/account/passkeys`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/account/passkeys')

/**
 * Start adding a passkey.
 *
 * Returns the options for `navigator.credentials.create`. Send `password` unless you signed in within
 * the last 10 minutes (otherwise 403). 400 if the password is wrong, or if the server's public address
 * uses neither HTTPS nor `localhost`.
 *
 * `POST /v1/account/passkeys/options`
 */
export const options = /* @__PURE__ */ operation<Group['options']>('POST', '/v1/account/passkeys/options', { ignoresKey: true })

/**
 * Add a passkey.
 *
 * Accepts the result of `navigator.credentials.create`. You can then sign in with the passkey alone.
 * 400 if it cannot be verified, if you already have it, or if you have 20.
 *
 * `POST /v1/account/passkeys`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/account/passkeys', { ignoresKey: true })

/**
 * Rename a passkey.
 *
 * Only you can see the name.
 *
 * `PATCH /v1/account/passkeys/{passkey_id}`
 */
export const rename = /* @__PURE__ */ operation<Group['rename']>('PATCH', '/v1/account/passkeys/{passkey_id}')

/**
 * Remove a passkey.
 *
 * It can no longer be used to sign in. Sessions that it opened continue.
 *
 * `DELETE /v1/account/passkeys/{passkey_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/account/passkeys/{passkey_id}')
