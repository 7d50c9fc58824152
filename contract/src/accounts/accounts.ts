// Embedded accounts: the `/auth` routes of a server that issues its own tokens.
import Type from 'typebox'
import { LEAST_PASSWORD } from '../constants.ts'
import { routeGroup } from '../route.ts'
import { Email } from '../validation/email.ts'
import { isLongerThan } from '../validation/formats.ts'
import { Clearable, Line, Nullable, Ok, OneOf, pageQuery, Timestamp, UuidIn } from '../words.ts'
import { RequestedDeletion } from './deletion.ts'
import { AssertionResponse, PasskeyOptions } from './passkeys.ts'
import { AccountSession, RevokeTokens, revoked } from './sessions.ts'

export const MAX_PASSWORD = 128

export const NewPassword = Type.Refine(
  Type.String({ format: 'storable', 'x-minLength': LEAST_PASSWORD, 'x-maxLength': MAX_PASSWORD }),
  text => isLongerThan(String(text), LEAST_PASSWORD - 1) && !isLongerThan(String(text), MAX_PASSWORD),
  () => `must have ${LEAST_PASSWORD} to ${MAX_PASSWORD} characters`,
)
/** An existing password. The rules for new passwords do not apply, because it may have been set under older rules. */
export const Password = Type.String({ maxLength: 4 * MAX_PASSWORD })

const RefreshToken = Type.String({
  maxLength: 500,
  description: 'The refresh token. Leave it out if the cookie has it.',
})

export const SignedIn = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT for the API.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires.' }),
    refresh_token: Nullable(
      Type.String({
        description:
          'Exchange it at `/auth/token` for the next pair; it works once. Null if it is in a cookie.',
      }),
    ),
  },
  { title: 'SignedIn' },
)
export type SignedIn = Type.Static<typeof SignedIn>

export const Account = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean({
      description:
        'Whether the address is verified. If not, items that others share with this address are not visible to you.',
    }),
    pending_email: Type.Union([Type.String(), Type.Null()], {
      description: 'The new address while a change is waiting for confirmation; otherwise null.',
    }),
    name: Type.String(),
    created_at: Timestamp,
  },
  { title: 'Account' },
)
export type Account = Type.Static<typeof Account>

const kept = Clearable(
  OneOf(['body', 'cookie'], {
    description:
      'Where to put the refresh token: in the response (default), or in an HttpOnly cookie for a web page on the same origin.',
  }),
)

const code = Clearable(
  Type.String({
    maxLength: 40,
    description:
      'The six digits from the authenticator app, or a recovery code, if the account has an authenticator app.',
  }),
)

export const accountRoutes = routeGroup({
  signUp: {
    prefix: '/auth',
    method: 'POST',
    path: '/sign-up',
    summary: 'Create an account',
    description:
      'The response is the same whether or not the address already has an account, so that nobody can find out who has one. Sign in next. 403 if the operator has closed sign-up, if sign-up needs an invitation and yours is missing or not valid, or if the first account needs a setup code and yours is missing or wrong (an error whose `path` is `setup_code`).',
    auth: 'none',
    body: Type.Object(
      {
        email: Email,
        password: NewPassword,
        name: Clearable(Line()),
        invitation: Type.Optional(
          Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
            description: 'The text after `#invitation=` in the invitation link.',
          }),
        ),
        setup_code: Type.Optional(
          Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
            description:
              'Only for the first account of a server, if `setup` in `/config.json` is `code`: the code that the server prints when it starts. Ignored otherwise.',
          }),
        ),
      },
      { title: 'SignUp' },
    ),
    status: 201,
    response: Ok,
    errors: [403],
  },
  signIn: {
    prefix: '/auth',
    method: 'POST',
    path: '/sign-in',
    summary: 'Sign in with email address and password',
    description:
      'Send the access token in the `Authorization` header of every other request. It lasts 15 minutes; get the next one with the refresh token. At most ten attempts per minute from one IP address. After five wrong passwords, each further attempt has to wait longer; a browser that has signed in before waits only after its own failures. 503 with `Retry-After` if too many people sign in at once. If the account has an authenticator app and the password is right, but `code` is missing or wrong, the response is 401 with an error whose `path` is `code`: ask for the code and send everything again. 403 if the operator has disabled the account, or if a page on another origin asks for the cookie.',
    auth: 'none',
    body: Type.Object({ email: Email, password: Password, code, refresh: kept }, { title: 'SignIn' }),
    response: SignedIn,
    errors: [401, 403],
  },
  passkeyOptions: {
    prefix: '/auth',
    method: 'POST',
    path: '/passkey/options',
    summary: 'Start signing in with a passkey',
    description:
      "Returns the options for `navigator.credentials.get`, the same for everybody. 400 if the server's public address does not allow passkeys (`passkeys` in `/config.json`).",
    auth: 'none',
    response: PasskeyOptions,
    errors: [400],
  },
  passkeySignIn: {
    prefix: '/auth',
    method: 'POST',
    path: '/passkey',
    summary: 'Sign in with a passkey',
    description:
      'Accepts the result of `navigator.credentials.get`. No address, password or code is needed, because the authenticator has asked for a PIN, a fingerprint or a face. 401 if the passkey is unknown or cannot be verified. 403 if the operator has disabled the account, or if a page on another origin asks for the cookie.',
    auth: 'none',
    body: Type.Object({ response: AssertionResponse, refresh: kept }, { title: 'PasskeySignIn' }),
    response: SignedIn,
    errors: [401, 403],
  },
  refresh: {
    prefix: '/auth',
    method: 'POST',
    path: '/token',
    summary: 'Exchange a refresh token for a new access token and the next refresh token',
    description:
      'Reusing a refresh token more than a minute after its exchange ends the whole session, because the token may have been stolen.',
    auth: 'none',
    body: Type.Object({ refresh_token: Clearable(RefreshToken) }, { title: 'Refresh' }),
    response: SignedIn,
    errors: [401, 403],
  },
  signOut: {
    prefix: '/auth',
    method: 'POST',
    path: '/sign-out',
    summary: 'Sign out and end the session',
    description:
      "The response is the same for an invalid token. The session's access token stops working too.",
    auth: 'none',
    body: Type.Object({ refresh_token: Clearable(RefreshToken) }, { title: 'SignOut' }),
    response: Ok,
    errors: [403],
  },
  me: {
    prefix: '/auth',
    method: 'GET',
    path: '/account',
    summary: 'Read your account',
    description: 'Your account on this server. `/v1/users/me` is the profile that others see.',
    response: Account,
    errors: [403],
  },
  rename: {
    prefix: '/auth',
    method: 'PATCH',
    path: '/account',
    summary: 'Change your account name',
    description: 'The new name appears in the profile with the next access token.',
    body: Type.Object({ name: Type.Optional(Line()) }, { title: 'AccountPatch' }),
    response: Account,
    errors: [403],
  },
  changePassword: {
    prefix: '/auth',
    method: 'POST',
    path: '/change-password',
    secret: true,
    summary: 'Change the password; all other sessions and tokens end',
    description:
      'This session continues. All others end at once, with their access tokens. Personal access tokens, device passwords and tokens created on the command line are revoked too, unless `revoke_tokens` is false. 400 if the current password is wrong.',
    body: Type.Object(
      { current_password: Password, new_password: NewPassword, revoke_tokens: Clearable(RevokeTokens) },
      { title: 'PasswordChange' },
    ),
    response: Type.Object(revoked),
    errors: [400, 403],
  },
  deleteAccount: {
    prefix: '/auth',
    method: 'POST',
    path: '/delete-account',
    secret: true,
    summary: 'Delete the account and everything that belongs to it',
    description:
      'The same as `POST /v1/account/deletion` with the password. Todos, schedules, timers, tags, meetings, friendships, tokens and sessions are deleted at `deletes_at`; until then you can cancel. 400 if the password is wrong.',
    body: Type.Object({ password: Password }, { title: 'AccountDeletion' }),
    response: RequestedDeletion,
    errors: [400, 403],
  },
  sessions: {
    prefix: '/auth',
    method: 'GET',
    path: '/sessions',
    summary: 'List your sessions, most recently used first',
    description:
      'One entry for each device that is signed in; `current` marks the session that makes this request.',
    query: Type.Object(pageQuery),
    response: Type.Array(AccountSession),
    list: true,
    errors: [403],
  },
  endSession: {
    prefix: '/auth',
    method: 'DELETE',
    path: '/sessions/{session_id}',
    summary: 'End one session; its access token stops working too',
    description: 'Use it for a lost device, for example. The device has to sign in again.',
    params: Type.Object({ session_id: UuidIn }),
    response: Ok,
    errors: [403, 404],
  },
  endOtherSessions: {
    prefix: '/auth',
    method: 'DELETE',
    path: '/sessions',
    summary: 'End all sessions except this one, and all tokens',
    description:
      'Signs out everywhere else. Personal access tokens and tokens created on the command line are revoked too, unless `revoke_tokens` is false.',
    query: Type.Object({ revoke_tokens: Type.Optional(RevokeTokens) }),
    response: Type.Object(revoked),
    errors: [403],
  },
})
