// The operations of `accounts`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { SignInRoutes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = SignInRoutes['accounts']

/**
 * Create an account.
 *
 * The response is the same whether or not the address already has an account, so that nobody can find
 * out who has one. Sign in next. 403 if the operator has closed sign-up, if sign-up needs an
 * invitation and yours is missing or not valid, or if the first account needs a setup code and yours
 * is missing or wrong (an error whose `path` is `setup_code`).
 *
 * `POST /auth/sign-up`
 */
export const signUp = /* @__PURE__ */ operation<Group['signUp']>('POST', '/auth/sign-up', { ignoresKey: true })

/**
 * Sign in with email address and password.
 *
 * Send the access token in the `Authorization` header of every other request. It lasts 15 minutes; get
 * the next one with the refresh token. At most ten attempts per minute from one IP address. After five
 * wrong passwords, each further attempt has to wait longer; a browser that has signed in before waits
 * only after its own failures. 503 with `Retry-After` if too many people sign in at once. If the
 * account has an authenticator app and the password is right, but `code` is missing or wrong, the
 * response is 401 with an error whose `path` is `code`: ask for the code and send everything again.
 * 403 if the operator has disabled the account, or if a page on another origin asks for the cookie.
 *
 * `POST /auth/sign-in`
 */
export const signIn = /* @__PURE__ */ operation<Group['signIn']>('POST', '/auth/sign-in', { ignoresKey: true })

/**
 * Start signing in with a passkey.
 *
 * Returns the options for `navigator.credentials.get`, the same for everybody. 400 if the server's
 * public address does not allow passkeys (`passkeys` in `/config.json`).
 *
 * `POST /auth/passkey/options`
 */
export const passkeyOptions = /* @__PURE__ */ operation<Group['passkeyOptions']>('POST', '/auth/passkey/options', { ignoresKey: true })

/**
 * Sign in with a passkey.
 *
 * Accepts the result of `navigator.credentials.get`. No address, password or code is needed, because
 * the authenticator has asked for a PIN, a fingerprint or a face. 401 if the passkey is unknown or
 * cannot be verified. 403 if the operator has disabled the account, or if a page on another origin
 * asks for the cookie.
 *
 * `POST /auth/passkey`
 */
export const passkeySignIn = /* @__PURE__ */ operation<Group['passkeySignIn']>('POST', '/auth/passkey', { ignoresKey: true })

/**
 * Exchange a refresh token for a new access token and the next refresh token.
 *
 * Reusing a refresh token more than a minute after its exchange ends the whole session, because the
 * token may have been stolen.
 *
 * `POST /auth/token`
 */
export const refresh = /* @__PURE__ */ operation<Group['refresh']>('POST', '/auth/token', { ignoresKey: true })

/**
 * Sign out and end the session.
 *
 * The response is the same for an invalid token. The session's access token stops working too.
 *
 * `POST /auth/sign-out`
 */
export const signOut = /* @__PURE__ */ operation<Group['signOut']>('POST', '/auth/sign-out', { ignoresKey: true })

/**
 * Read your account.
 *
 * Your account on this server. `/v1/users/me` is the profile that others see.
 *
 * `GET /auth/account`
 */
export const me = /* @__PURE__ */ operation<Group['me']>('GET', '/auth/account')

/**
 * Change your account name.
 *
 * The new name appears in the profile with the next access token.
 *
 * `PATCH /auth/account`
 */
export const rename = /* @__PURE__ */ operation<Group['rename']>('PATCH', '/auth/account', { ignoresKey: true })

/**
 * Change the password; all other sessions and tokens end.
 *
 * This session continues. All others end at once, with their access tokens. Personal access tokens,
 * device passwords and tokens created on the command line are revoked too, unless `revoke_tokens` is
 * false. 400 if the current password is wrong.
 *
 * `POST /auth/change-password`
 */
export const changePassword = /* @__PURE__ */ operation<Group['changePassword']>('POST', '/auth/change-password', { ignoresKey: true })

/**
 * Delete the account and everything that belongs to it.
 *
 * The same as `POST /v1/account/deletion` with the password. Todos, schedules, timers, tags, meetings,
 * friendships, tokens and sessions are deleted at `deletes_at`; until then you can cancel. 400 if the
 * password is wrong.
 *
 * `POST /auth/delete-account`
 */
export const deleteAccount = /* @__PURE__ */ operation<Group['deleteAccount']>('POST', '/auth/delete-account', { ignoresKey: true })

/**
 * List your sessions, most recently used first.
 *
 * One entry for each device that is signed in; `current` marks the session that makes this request.
 *
 * `GET /auth/sessions`
 */
export const sessions = /* @__PURE__ */ listOperation<Group['sessions']>('/auth/sessions')

/**
 * End one session; its access token stops working too.
 *
 * Use it for a lost device, for example. The device has to sign in again.
 *
 * `DELETE /auth/sessions/{session_id}`
 */
export const endSession = /* @__PURE__ */ operation<Group['endSession']>('DELETE', '/auth/sessions/{session_id}', { ignoresKey: true })

/**
 * End all sessions except this one, and all tokens.
 *
 * Signs out everywhere else. Personal access tokens and tokens created on the command line are revoked
 * too, unless `revoke_tokens` is false.
 *
 * `DELETE /auth/sessions`
 */
export const endOtherSessions = /* @__PURE__ */ operation<Group['endOtherSessions']>('DELETE', '/auth/sessions', { ignoresKey: true })
