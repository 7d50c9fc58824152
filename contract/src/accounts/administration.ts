import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Email } from '../validation/email.ts'
import { Clearable, Ok, OneOf, pageQuery, Timestamp, UserId, Uuid, UuidIn } from '../words.ts'
import { Readiness } from './server-info.ts'

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** How many days an invitation is valid. `usual` is the default. */
export const INVITATION_DAYS = { usual: 7, most: 30 }

export const AdminPerson = Type.Object(
  {
    id: Type.String(),
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'Null if the sign-in does not include an address.',
    }),
    email_verified: Type.Boolean({ description: 'Whether the address is verified.' }),
    name: Type.String({ description: 'Their name.' }),
    role: OneOf(ROLES, { description: '`admin`: may use `/v1/admin`.' }),
    disabled: Type.Boolean({ description: 'Whether the person is locked out. Their data stays.' }),
    deletes_at: Type.Union([Timestamp, Type.Null()], {
      description: "When the account will be deleted at the person's request; otherwise null.",
    }),
    created_at: Timestamp,
    last_used_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'When a session was last renewed; null if there is none, and always null with an external OpenID provider.',
    }),
  },
  { title: 'AdminPerson' },
)
export type AdminPerson = Type.Static<typeof AdminPerson>

export const Invitation = Type.Object(
  {
    id: Uuid,
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'The only address that can use the invitation; null if any address can.',
    }),
    url: Type.String({ description: 'The link that the invited person opens.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'Invitation' },
)
export type Invitation = Type.Static<typeof Invitation>

const bytes = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

export const ServerStatus = Type.Object(
  {
    version: Type.String({ description: 'The version of this server.' }),
    database: OneOf(['sqlite', 'postgres'], { description: 'The database in use.' }),
    storage: Type.Object(
      {
        database_bytes: bytes('The size of the database; null while it is busy.'),
        disk_free_bytes: bytes("Free space on the database's disk; null with PostgreSQL."),
        disk_total_bytes: bytes("Size of the database's disk; null with PostgreSQL."),
      },
      { description: 'Storage used by the server.' },
    ),
    people: Type.Object(
      {
        total: Type.Integer({ description: 'All people.' }),
        disabled: Type.Integer({ description: 'People who are locked out.' }),
        admins: Type.Integer({ description: 'People with the role `admin`.' }),
      },
      { description: 'Number of people.' },
    ),
    jobs: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'The kind of job.' }),
        due: Type.Integer({ description: 'Jobs that should run now.' }),
        oldest_at: Type.Union([Timestamp, Type.Null()], { description: 'When the oldest due job was due.' }),
      }),
      { description: 'Job kinds with due jobs. Empty if the queue is up to date.' },
    ),
    backup: Type.Union(
      [
        Type.Object({
          last_at: Type.Union([Timestamp, Type.Null()], { description: 'When the newest backup was made.' }),
          overdue: Type.Boolean({ description: 'Whether the last backup failed or is too old.' }),
        }),
        Type.Null(),
      ],
      { description: 'The scheduled backups; null if `BACKUP_DIR` is not set.' },
    ),
    sends_mail: Type.Boolean({ description: 'Whether `SMTP_URL` is set.' }),
    signup: OneOf(['open', 'invite', 'closed'], { description: 'Who may create an account.' }),
    health: Type.Object(Readiness.properties, { description: 'The same as `/health/ready`.' }),
  },
  { title: 'ServerStatus' },
)
export type ServerStatus = Type.Static<typeof ServerStatus>

const person = Type.Object({ user_id: UserId })
const ONLY = 'Only for administrators, and never with a personal access token, device password or app (403).'

export const administrationRoutes = routeGroup({
  people: {
    method: 'GET',
    path: '/admin/people',
    summary: 'List people by address',
    description: `Everyone with an account; with an external OpenID provider, everyone who has signed in. People's stored data is never visible here. ${ONLY}`,
    query: Type.Object({
      ...pageQuery,
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the address or name.' })),
    }),
    response: Type.Array(AdminPerson),
    list: true,
    errors: [403],
  },
  updatePerson: {
    method: 'PATCH',
    path: '/admin/people/{user_id}',
    summary: 'Disable or enable a person, or change their role',
    description: `A disabled person cannot sign in; sessions, tokens, device passwords, apps, feeds and webhooks stop at once on all instances; the data stays. 409 with the code \`last_admin\` if nobody else could administer the server, and with \`yourself\` if you disable your own account. ${ONLY}`,
    params: person,
    body: Type.Object(
      {
        disabled: Type.Optional(Type.Boolean({ description: 'True if the person cannot sign in.' })),
        role: Type.Optional(OneOf(ROLES, { description: 'The new role.' })),
      },
      { title: 'AdminPersonPatch' },
    ),
    response: AdminPerson,
    errors: [403, 404, 409],
  },
  signOutPerson: {
    method: 'POST',
    path: '/admin/people/{user_id}/sign_out',
    summary: 'Sign a person out everywhere',
    description: `Ends all sessions and revokes personal access tokens, device passwords and apps. 404 with an external OpenID provider. ${ONLY}`,
    params: person,
    response: Ok,
    errors: [403, 404],
  },
  resetFactors: {
    method: 'POST',
    path: '/admin/people/{user_id}/reset_factors',
    summary: "Remove a person's authenticator app and passkeys",
    description: `For a person who has lost their phone and recovery codes. Afterwards, the password alone is enough to sign in. 404 with an external OpenID provider. ${ONLY}`,
    params: person,
    response: Ok,
    errors: [403, 404],
  },
  removePerson: {
    method: 'DELETE',
    path: '/admin/people/{user_id}',
    summary: 'Delete a person and everything that belongs to them, permanently',
    description: `There is no undo. 409 with the code \`yourself\` for your own account: delete it in your settings. 409 with the code \`last_admin\` if nobody else could administer the server. ${ONLY}`,
    params: person,
    response: Ok,
    errors: [403, 404, 409],
  },
  invitations: {
    method: 'GET',
    path: '/admin/invitations',
    summary: 'List invitations that can still be used, newest first',
    description: ONLY,
    query: Type.Object(pageQuery),
    response: Type.Array(Invitation),
    list: true,
    errors: [403],
  },
  invite: {
    method: 'POST',
    path: '/admin/invitations',
    secret: true,
    summary: 'Invite someone to create an account',
    description: `Works once, with \`ACCOUNTS_SIGNUP\` \`open\` or \`invite\` (otherwise 403, and with an external OpenID provider). With \`email\`, only that address can use it, and it is sent there if the server sends email. ${ONLY}`,
    body: Type.Object(
      {
        email: Clearable(Email),
        days: Type.Optional(
          Type.Union([Type.Integer({ minimum: 1, maximum: INVITATION_DAYS.most }), Type.Null()], {
            description: `How many days the invitation is valid; ${INVITATION_DAYS.usual} by default.`,
          }),
        ),
      },
      { title: 'InvitationCreate' },
    ),
    status: 201,
    response: Invitation,
    errors: [403],
  },
  removeInvitation: {
    method: 'DELETE',
    path: '/admin/invitations/{invitation_id}',
    summary: 'Withdraw an invitation',
    description: `The link no longer works. ${ONLY}`,
    params: Type.Object({
      invitation_id: Type.Unsafe<string>({ ...UuidIn, description: 'The invitation.' }),
    }),
    response: Ok,
    errors: [403, 404],
  },
  status: {
    method: 'GET',
    path: '/admin/status',
    summary: 'Read the state of the server',
    description: `Version, storage, the job queue, backups and health. ${ONLY}`,
    response: ServerStatus,
    errors: [403],
  },
})
