// The operations of `users`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['users']

/**
 * Read your profile.
 *
 * Name, picture and address come from the sign-in. `friend_code` is for giving to others.
 *
 * `GET /v1/users/me`
 */
export const me = /* @__PURE__ */ operation<Group['me']>('GET', '/v1/users/me')

/**
 * Read your usage and quotas.
 *
 * The operator sets the limits. A write that exceeds one is refused with 409; deleting and running
 * timers always work.
 *
 * `GET /v1/users/me/usage`
 */
export const usage = /* @__PURE__ */ operation<Group['usage']>('GET', '/v1/users/me/usage')

/**
 * Read your preferences.
 *
 * They follow you to every device. Each is null until it is set.
 *
 * `GET /v1/users/me/preferences`
 */
export const preferences = /* @__PURE__ */ operation<Group['preferences']>('GET', '/v1/users/me/preferences')

/**
 * Change your preferences.
 *
 * Absent keeps, null clears; `working_hours`, `focus` and `default_reminders` are replaced as a whole.
 * Unknown fields are refused. `default_tag_group_id` is cleared when that group is deleted.
 *
 * `PATCH /v1/users/me/preferences`
 */
export const updatePreferences = /* @__PURE__ */ operation<Group['updatePreferences']>('PATCH', '/v1/users/me/preferences')

/**
 * Create a new friend code; the old one stops working.
 *
 * For a code that reached the wrong people. Friendships and pending requests stay.
 *
 * `POST /v1/users/me/friend_code`
 */
export const renewFriendCode = /* @__PURE__ */ operation<Group['renewFriendCode']>('POST', '/v1/users/me/friend_code')
