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
  'account_disabled',
  'account_enabled',
  'invitation_created',
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
] as const
export type AuditEvent = (typeof AUDIT_EVENTS)[number]

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    event: OneOf(AUDIT_EVENTS, {
      description:
        'What happened. `token_used`, `device_password_used` and `app_used`: the first use on a day (UTC) from an address. `tokens_revoked`: all tokens, device passwords and apps at once. New values may be added.',
    }),
    at: Timestamp,
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'The token, device password, app or passkey involved; null if there is none.',
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
