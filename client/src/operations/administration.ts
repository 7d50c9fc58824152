// The operations of `administration`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['administration']

/**
 * List people by address.
 *
 * Everyone with an account; with an external OpenID provider, everyone who has signed in. People's
 * stored data is never visible here. Only for administrators, and never with a personal access token,
 * device password or app (403).
 *
 * `GET /v1/admin/people`
 */
export const people = /* @__PURE__ */ listOperation<Group['people']>('/v1/admin/people')

/**
 * Disable or enable a person, or change their role.
 *
 * A disabled person cannot sign in; sessions, tokens, device passwords, apps, feeds and webhooks stop
 * at once on all instances; the data stays. 409 with the code `last_admin` if nobody else could
 * administer the server, and with `yourself` if you disable your own account. Only for administrators,
 * and never with a personal access token, device password or app (403).
 *
 * `PATCH /v1/admin/people/{user_id}`
 */
export const updatePerson = /* @__PURE__ */ operation<Group['updatePerson']>('PATCH', '/v1/admin/people/{user_id}')

/**
 * Sign a person out everywhere.
 *
 * Ends all sessions and revokes personal access tokens, device passwords and apps. 404 with an
 * external OpenID provider. Only for administrators, and never with a personal access token, device
 * password or app (403).
 *
 * `POST /v1/admin/people/{user_id}/sign_out`
 */
export const signOutPerson = /* @__PURE__ */ operation<Group['signOutPerson']>('POST', '/v1/admin/people/{user_id}/sign_out')

/**
 * Remove a person's authenticator app and passkeys.
 *
 * For a person who has lost their phone and recovery codes. Afterwards, the password alone is enough
 * to sign in. 404 with an external OpenID provider. Only for administrators, and never with a personal
 * access token, device password or app (403).
 *
 * `POST /v1/admin/people/{user_id}/reset_factors`
 */
export const resetFactors = /* @__PURE__ */ operation<Group['resetFactors']>('POST', '/v1/admin/people/{user_id}/reset_factors')

/**
 * Delete a person and everything that belongs to them, permanently.
 *
 * There is no undo. 409 with the code `yourself` for your own account: delete it in your settings. 409
 * with the code `last_admin` if nobody else could administer the server. Only for administrators, and
 * never with a personal access token, device password or app (403).
 *
 * `DELETE /v1/admin/people/{user_id}`
 */
export const removePerson = /* @__PURE__ */ operation<Group['removePerson']>('DELETE', '/v1/admin/people/{user_id}')

/**
 * List invitations that can still be used, newest first.
 *
 * Only for administrators, and never with a personal access token, device password or app (403).
 *
 * `GET /v1/admin/invitations`
 */
export const invitations = /* @__PURE__ */ listOperation<Group['invitations']>('/v1/admin/invitations')

/**
 * Invite someone to create an account.
 *
 * Works once, with `ACCOUNTS_SIGNUP` `open` or `invite` (otherwise 403, and with an external OpenID
 * provider). With `email`, only that address can use it, and it is sent there if the server sends
 * email. Only for administrators, and never with a personal access token, device password or app
 * (403).
 *
 * `POST /v1/admin/invitations`
 */
export const invite = /* @__PURE__ */ operation<Group['invite']>('POST', '/v1/admin/invitations', { ignoresKey: true })

/**
 * Withdraw an invitation.
 *
 * The link no longer works. Only for administrators, and never with a personal access token, device
 * password or app (403).
 *
 * `DELETE /v1/admin/invitations/{invitation_id}`
 */
export const removeInvitation = /* @__PURE__ */ operation<Group['removeInvitation']>('DELETE', '/v1/admin/invitations/{invitation_id}')

/**
 * Read the state of the server.
 *
 * Version, storage, the job queue, backups and health. Only for administrators, and never with a
 * personal access token, device password or app (403).
 *
 * `GET /v1/admin/status`
 */
export const status = /* @__PURE__ */ operation<Group['status']>('GET', '/v1/admin/status')
