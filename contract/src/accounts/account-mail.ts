// Routes that send account emails and accept their links: verify an address, reset a password, change the address.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Email } from '../validation/email.ts'
import { Clearable, Ok } from '../words.ts'
import { NewPassword } from './accounts.ts'

const LinkToken = Type.String({
  maxLength: 500,
  description: 'The text after `#token=` in the emailed link.',
})

const NO_MAIL =
  '409 with the code `mail_unavailable` if the operator has not set `SMTP_URL`, or `external_accounts` if people sign in with an OpenID provider.'

export const ConfirmedAddress = Type.Object(
  { ok: Type.Literal(true), email: Type.String({ description: 'The address that is now verified.' }) },
  { title: 'ConfirmedAddress' },
)

export const accountMailRoutes = routeGroup({
  requestVerification: {
    method: 'POST',
    path: '/account/verify',
    summary: 'Send an email that verifies your address',
    description: `The link in the email works once, for 24 hours. At most five emails per hour are sent. 409 with the code \`already_verified\` if there is nothing to verify. ${NO_MAIL}`,
    status: 202,
    response: Ok,
    errors: [403, 409],
  },
  confirmAddress: {
    method: 'POST',
    path: '/account/verify/confirm',
    secret: true,
    auth: 'none',
    summary: 'Verify an address with an emailed link',
    description:
      "Verifies an account's address, or completes a change of address. The link counts only together with the account: send the access token of a sign-in to it, or its `password`; otherwise 403 with the code `sign_in_required`. 400 if the password is wrong, or if the link was used, has expired or is not valid. 409 with the code `email_taken` if someone else has taken the new address in the meantime, or `external_accounts` if people sign in with an OpenID provider.",
    body: Type.Object(
      {
        token: LinkToken,
        password: Clearable(
          Type.String({
            maxLength: 512,
            description: 'The password of the account, if the request has no access token of it.',
          }),
        ),
      },
      { title: 'AddressConfirmation' },
    ),
    response: ConfirmedAddress,
    errors: [400, 403, 409],
  },
  requestReset: {
    method: 'POST',
    path: '/account/reset',
    secret: true,
    auth: 'none',
    summary: 'Send an email with a link that sets a new password',
    description: `The response and its timing are the same whether or not the address has an account. The link works once, for 30 minutes. At most five emails per hour are sent to an address. ${NO_MAIL}`,
    body: Type.Object({ email: Email }, { title: 'ResetRequest' }),
    status: 202,
    response: Ok,
    errors: [409],
  },
  confirmReset: {
    method: 'POST',
    path: '/account/reset/confirm',
    secret: true,
    auth: 'none',
    summary: 'Set a new password with an emailed link',
    description:
      'Ends all sessions, revokes all tokens, device passwords and apps, and verifies the address. A second factor stays, and the next sign-in asks for it; but if the address was never verified, the account may be somebody else’s trap: then the second factor, passkeys, feeds, webhooks and push devices end as well. 400 if the link was used, has expired or is not valid. 409 with the code `external_accounts` if people sign in with an OpenID provider.',
    body: Type.Object({ token: LinkToken, password: NewPassword }, { title: 'PasswordReset' }),
    response: Ok,
    errors: [400, 409],
  },
  changeEmail: {
    method: 'POST',
    path: '/account/email',
    secret: true,
    summary: "Change your account's email address",
    description: `Sends a link to the new address and a notice to the current one. The change takes effect when you open the link within 24 hours. The response is the same if another account has the address. Send \`password\` unless you signed in within the last 10 minutes (otherwise 403); a wrong password is 400. ${NO_MAIL}`,
    body: Type.Object(
      {
        email: Email,
        password: Clearable(
          Type.String({
            maxLength: 512,
            description: 'The account password; required if you signed in more than 10 minutes ago.',
          }),
        ),
      },
      { title: 'EmailChange' },
    ),
    status: 202,
    response: Ok,
    errors: [400, 403, 409],
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/account/email',
    summary: 'Cancel a change of address',
    description: 'The link in the email no longer works. Succeeds if no change is pending.',
    response: Ok,
    errors: [403],
  },
})
