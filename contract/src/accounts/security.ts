import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Ok, OneOf, pageQuery, Timestamp, Uuid, UuidIn } from '../words.ts'
import { AccountSession, RevokeTokens, revoked } from './sessions.ts'

/** The server deletes audit entries after this many days. */
export const AUDIT_DAYS = 180

export const AUDIT_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'signed_out_others',
  'password_changed',
  'password_reset',
  'email_verified',
  'email_change_requested',
  'email_changed',
  'role_changed',
  'account_created',
  'account_deleted',
  'account_disabled',
  'account_enabled',
  'invitation_created',
  'invitation_removed',
  'deletion_requested',
  'deletion_canceled',
  'token_created',
  'token_used',
  'token_revoked',
  'device_password_created',
  'device_password_used',
  'device_password_revoked',
  'tokens_revoked',
  'app_connected',
  'app_used',
  'app_revoked',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'data_exported',
  'command_run',
  'feed_removed',
  'webhook_removed',
  'push_removed',
] as const
export type AuditEvent = (typeof AUDIT_EVENTS)[number]

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    event: OneOf(AUDIT_EVENTS, {
      description:
        'What happened. `token_used`, `device_password_used` and `app_used`: the first use on a day (UTC) from an address. `tokens_revoked`: all tokens, device passwords and apps at once. `account_created`: by the operator. `command_run`: another command of the operator, which `name` names. New values may be added.',
    }),
    at: Timestamp,
    name: Type.Union([Type.String(), Type.Null()], {
      description:
        'The token, device password, app or passkey involved, the new role, the address of an invitation, or the command; null if there is none.',
    }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The IP address of the request; null for operator commands.',
    }),
    user_agent: Type.Union([Type.String(), Type.Null()], {
      description: 'The `User-Agent` of the app or browser that sent the request.',
    }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Type.Static<typeof AuditEntry>

export const auditRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/account/audit',
    summary: "List your account's audit entries, newest first",
    description: `Sign-ins and failed attempts, tokens, device passwords, apps, password and second factor changes, and data exports, for ${AUDIT_DAYS} days. An external OpenID provider keeps its own record of sign-ins.`,
    query: Type.Object(pageQuery),
    response: Type.Array(AuditEntry),
    list: true,
    errors: [403],
  },
})

export const OPENING_KINDS = [
  'session',
  'passkey',
  'token',
  'device_password',
  'app',
  'feed',
  'webhook',
  'push',
] as const
export type OpeningKind = (typeof OPENING_KINDS)[number]

export const Opening = Type.Object(
  {
    kind: OneOf(OPENING_KINDS, {
      description:
        '`session`: a device that is signed in. `token` includes tokens that the operator printed. `feed`, `webhook` and `push` carry data out. New values may be added.',
    }),
    id: Uuid,
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'Its name; the `User-Agent` of a session, the address of a webhook. Null if it has none.',
    }),
    last_used_at: Type.Union([Timestamp, Type.Null()], { description: 'Null if it is unknown.' }),
    ticked: Type.Boolean({ description: 'Whether an app proposes to end it.' }),
  },
  { title: 'Opening' },
)
export type Opening = Type.Static<typeof Opening>

const MAX_OPENINGS = 1_000

export const openingRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/account/openings',
    summary: 'List everything that opens your account or carries data out of it',
    description:
      'Sessions, passkeys, tokens, device passwords, connected apps, feeds, webhooks and push devices. Leaves out the session or token that makes this request. Sessions and tokens are ticked.',
    response: Type.Object({ items: Type.Array(Opening) }, { title: 'Openings' }),
    errors: [403],
  },
  end: {
    method: 'POST',
    path: '/account/openings/end',
    summary: 'End some of these openings',
    description:
      'Signs out, revokes or deletes each of them, in one step. Ignores ids that are no longer listed.',
    body: Type.Object(
      {
        ids: Type.Array(Type.Unsafe<string>(UuidIn), {
          maxItems: MAX_OPENINGS,
          description: 'Ids of the list.',
        }),
      },
      { title: 'EndedOpenings' },
    ),
    response: Type.Object(
      { ok: Type.Literal(true), ended: Type.Integer({ description: 'How many have ended.' }) },
      { title: 'OpeningsEnded' },
    ),
    errors: [403],
  },
})

export const sessionRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/account/sessions',
    summary: 'List your sessions, most recently used first',
    description:
      'One entry for each device that is signed in, with the IP address of its last use; `current` marks the session that makes this request. Empty with an external OpenID provider. The same as `GET /auth/sessions`.',
    query: Type.Object(pageQuery),
    response: Type.Array(AccountSession),
    list: true,
    errors: [403],
  },
  remove: {
    method: 'DELETE',
    path: '/account/sessions/{session_id}',
    summary: 'Sign out one device',
    description: 'Its access token stops working at once. The same as `DELETE /auth/sessions/{session_id}`.',
    params: Type.Object({ session_id: Type.Unsafe<string>({ ...UuidIn, description: 'The session.' }) }),
    response: Ok,
    errors: [403, 404],
  },
  removeOthers: {
    method: 'DELETE',
    path: '/account/sessions',
    summary: 'Sign out all other devices',
    description:
      'Ends all sessions except this one. Tokens, device passwords and apps are revoked too, unless `revoke_tokens` is false. The same as `DELETE /auth/sessions`.',
    query: Type.Object({ revoke_tokens: Type.Optional(RevokeTokens) }),
    response: Type.Object(revoked),
    errors: [403],
  },
})
