// The operations of `users`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['users']

/**
 * Read your profile.
 *
 * Name, picture and email address come from the sign-in. Give `friend_code` to people who want to add
 * you as a friend.
 *
 * `GET /v1/users/me`
 */
export const me = /* @__PURE__ */ operation<Group['me']>('GET', '/v1/users/me')

/**
 * Read your usage and quotas.
 *
 * The operator sets the limits. A write that exceeds one returns 409. Deleting items and controlling
 * timers always work.
 *
 * `GET /v1/users/me/usage`
 */
export const usage = /* @__PURE__ */ operation<Group['usage']>('GET', '/v1/users/me/usage')

/**
 * Read your preferences.
 *
 * Preferences are the same on every device. Each is null until it is set.
 *
 * `GET /v1/users/me/preferences`
 */
export const preferences = /* @__PURE__ */ operation<Group['preferences']>('GET', '/v1/users/me/preferences')

/**
 * Change your preferences.
 *
 * Absent fields are unchanged; null clears a field. `working_hours`, `default_reminders` and
 * `week_templates` are replaced as a whole; in `focus` and `notifications`, only the given settings
 * change. Unknown fields are rejected. `default_tag_group_id` must be one of your own groups (400) and
 * is cleared when that group is deleted.
 *
 * `PATCH /v1/users/me/preferences`
 */
export const updatePreferences = /* @__PURE__ */ operation<Group['updatePreferences']>('PATCH', '/v1/users/me/preferences')

/**
 * Create a new friend code; the old one stops working.
 *
 * Use it if the old code reached the wrong people. Friendships and pending requests are not affected.
 *
 * `POST /v1/users/me/friend_code`
 */
export const renewFriendCode = /* @__PURE__ */ operation<Group['renewFriendCode']>('POST', '/v1/users/me/friend_code')
