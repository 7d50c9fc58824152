// The operations of `devicePasswords`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['devicePasswords']

/**
 * List your device passwords, newest first.
 *
 * The passwords themselves are never returned. `last_used_at` is accurate to a minute.
 *
 * `GET /v1/account/device_passwords`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/account/device_passwords')

/**
 * Create a device password.
 *
 * For apps that sign in with HTTP Basic and your email address, such as calendar apps on phones
 * (`/dav/`). It does not expire. Without `scopes` it may read and write calendars. With an account on
 * this server, send `password` unless you signed in within the last 10 minutes (otherwise 403); a
 * wrong password is 400. An account without an address cannot have one (409).
 *
 * `POST /v1/account/device_passwords`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/account/device_passwords', { ignoresKey: true })

/**
 * Revoke a device password.
 *
 * The device can no longer sign in.
 *
 * `DELETE /v1/account/device_passwords/{device_password_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/account/device_passwords/{device_password_id}')
