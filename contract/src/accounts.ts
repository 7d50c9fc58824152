// Embedded accounts on the wire: what is offered under `/auth` when this server is its own issuer.
import Type from 'typebox'
import { Email } from './email.ts'
import { codePoints } from './formats.ts'
import { routeGroup } from './route.ts'
import { Clearable, Line, Nullable, Ok, OneOf, Timestamp, Uuid, UuidIn } from './words.ts'

export const LEAST_PASSWORD = 10
export const MOST_PASSWORD = 128

/** A password that is to be kept; more rules (common ones) are checked by the server. */
const NewPassword = Type.Refine(
  Type.String({ format: 'storable', 'x-minLength': LEAST_PASSWORD, 'x-maxLength': MOST_PASSWORD }),
  text => codePoints(String(text)) >= LEAST_PASSWORD && codePoints(String(text)) <= MOST_PASSWORD,
  () => `must have ${LEAST_PASSWORD} to ${MOST_PASSWORD} characters`,
)
/** A password that is tried: of any form, so that an answer tells nothing about the rules it was made under. */
const Password = Type.String({ maxLength: 4 * MOST_PASSWORD })

const RefreshToken = Type.String({
  maxLength: 500,
  description: 'The refresh token, unless it travels in the cookie.',
})

export const SignedIn = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT for the API.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds for which the access token is good.' }),
    refresh_token: Nullable(
      Type.String({
        description:
          'Exchanged at `/auth/token` for the next pair; good once. Null when it travels in a cookie.',
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
    name: Type.String(),
    created_at: Timestamp,
  },
  { title: 'Account' },
)
export type Account = Type.Static<typeof Account>

export const AccountSession = Type.Object(
  {
    id: Uuid,
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
    user_agent: Nullable(Type.String()),
    current: Type.Boolean({ description: 'Whether this request belongs to it.' }),
  },
  { title: 'AccountSession' },
)
export type AccountSession = Type.Static<typeof AccountSession>

const kept = Clearable(
  OneOf(['body', 'cookie'], {
    description:
      'Where the refresh token is put: into the answer (default), or into an HttpOnly cookie for a web page of the same origin.',
  }),
)

export const accountRoutes = routeGroup({
  signUp: {
    prefix: '/auth',
    method: 'POST',
    path: '/sign-up',
    summary: 'Create an account',
    description:
      'The answer is the same whether or not the address had an account already, so that nobody can ask who has one; sign in next. 403 when the operator has closed sign-up.',
    auth: 'none',
    body: Type.Object({ email: Email, password: NewPassword, name: Clearable(Line()) }, { title: 'SignUp' }),
    example: { email: 'ann@example.org', password: 'correct horse battery', name: 'Ann' },
    status: 201,
    response: Ok,
    errors: [403],
  },
  signIn: {
    prefix: '/auth',
    method: 'POST',
    path: '/sign-in',
    summary: 'Sign in with e-mail address and password',
    auth: 'none',
    body: Type.Object({ email: Email, password: Password, refresh: kept }, { title: 'SignIn' }),
    example: { email: 'ann@example.org', password: 'correct horse battery' },
    response: SignedIn,
    errors: [401, 403],
  },
  refresh: {
    prefix: '/auth',
    method: 'POST',
    path: '/token',
    summary: 'Exchange a refresh token for a new access token and the next refresh token',
    description:
      'A refresh token that is used again later than a minute after its exchange ends the whole session: somebody else may hold it.',
    auth: 'none',
    body: Type.Object({ refresh_token: Clearable(RefreshToken) }, { title: 'Refresh' }),
    response: SignedIn,
    errors: [401, 403],
  },
  signOut: {
    prefix: '/auth',
    method: 'POST',
    path: '/sign-out',
    summary: 'End the session of a refresh token',
    auth: 'none',
    body: Type.Object({ refresh_token: Clearable(RefreshToken) }, { title: 'SignOut' }),
    response: Ok,
    errors: [403],
  },
  me: {
    prefix: '/auth',
    method: 'GET',
    path: '/account',
    summary: 'Read the own account',
    response: Account,
    errors: [403],
  },
  rename: {
    prefix: '/auth',
    method: 'PATCH',
    path: '/account',
    summary: 'Change the name of the own account',
    body: Type.Object({ name: Type.Optional(Line()) }, { title: 'AccountPatch' }),
    response: Account,
    errors: [403],
  },
  changePassword: {
    prefix: '/auth',
    method: 'POST',
    path: '/change-password',
    summary: 'Change the password; all other sessions end',
    body: Type.Object({ current_password: Password, new_password: NewPassword }, { title: 'PasswordChange' }),
    response: Ok,
    errors: [400, 403],
  },
  deleteAccount: {
    prefix: '/auth',
    method: 'POST',
    path: '/delete-account',
    summary: 'Delete the account and everything that belongs to it, for ever',
    body: Type.Object({ password: Password }, { title: 'AccountDeletion' }),
    response: Ok,
    errors: [400, 403],
  },
  sessions: {
    prefix: '/auth',
    method: 'GET',
    path: '/sessions',
    summary: 'List where one is signed in, last used first',
    response: Type.Array(AccountSession),
    errors: [403],
  },
  endSession: {
    prefix: '/auth',
    method: 'DELETE',
    path: '/sessions/{session_id}',
    summary: 'End one session; its access token stops working too',
    params: Type.Object({ session_id: UuidIn }),
    response: Ok,
    errors: [403, 404],
  },
  endOtherSessions: {
    prefix: '/auth',
    method: 'DELETE',
    path: '/sessions',
    summary: 'End all sessions but this one',
    response: Type.Object({ ok: Type.Literal(true), ended: Type.Integer() }),
    errors: [403],
  },
})
