// The operations of `accountMail`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['accountMail']

/**
 * Send an email that verifies your address.
 *
 * The link in the email works once, for 24 hours. At most five emails per hour are sent. 409 with the
 * code `already_verified` if there is nothing to verify. 409 with the code `mail_unavailable` if the
 * operator has not set `SMTP_URL`, or `external_accounts` if people sign in with an OpenID provider.
 *
 * `POST /v1/account/verify`
 */
export const requestVerification = /* @__PURE__ */ operation<Group['requestVerification']>('POST', '/v1/account/verify')

/**
 * Verify an address with an emailed link.
 *
 * Verifies an account's address, or completes a change of address. The link counts only together with
 * the account: send the access token of a sign-in to it, or its `password`; otherwise 403 with the
 * code `sign_in_required`. 400 if the password is wrong, or if the link was used, has expired or is
 * not valid. 409 with the code `email_taken` if someone else has taken the new address in the
 * meantime, or `external_accounts` if people sign in with an OpenID provider.
 *
 * `POST /v1/account/verify/confirm`
 */
export const confirmAddress = /* @__PURE__ */ operation<Group['confirmAddress']>('POST', '/v1/account/verify/confirm', { ignoresKey: true })

/**
 * Send an email with a link that sets a new password.
 *
 * The response and its timing are the same whether or not the address has an account. The link works
 * once, for 30 minutes. At most five emails per hour are sent to an address. 409 with the code
 * `mail_unavailable` if the operator has not set `SMTP_URL`, or `external_accounts` if people sign in
 * with an OpenID provider.
 *
 * `POST /v1/account/reset`
 */
export const requestReset = /* @__PURE__ */ operation<Group['requestReset']>('POST', '/v1/account/reset', { ignoresKey: true })

/**
 * Set a new password with an emailed link.
 *
 * Ends all sessions, revokes all tokens, device passwords and apps, and verifies the address. A second
 * factor stays, and the next sign-in asks for it; but if the address was never verified, the account
 * may be somebody else’s trap: then the second factor, passkeys, feeds, webhooks and push devices end
 * as well. 400 if the link was used, has expired or is not valid. 409 with the code
 * `external_accounts` if people sign in with an OpenID provider.
 *
 * `POST /v1/account/reset/confirm`
 */
export const confirmReset = /* @__PURE__ */ operation<Group['confirmReset']>('POST', '/v1/account/reset/confirm', { ignoresKey: true })

/**
 * Change your account's email address.
 *
 * Sends a link to the new address and a notice to the current one. The change takes effect when you
 * open the link within 24 hours. The response is the same if another account has the address. Send
 * `password` unless you signed in within the last 10 minutes (otherwise 403); a wrong password is 400.
 * 409 with the code `mail_unavailable` if the operator has not set `SMTP_URL`, or `external_accounts`
 * if people sign in with an OpenID provider.
 *
 * `POST /v1/account/email`
 */
export const changeEmail = /* @__PURE__ */ operation<Group['changeEmail']>('POST', '/v1/account/email', { ignoresKey: true })

/**
 * Cancel a change of address.
 *
 * The link in the email no longer works. Succeeds if no change is pending.
 *
 * `DELETE /v1/account/email`
 */
export const cancelEmailChange = /* @__PURE__ */ operation<Group['cancelEmailChange']>('DELETE', '/v1/account/email')
