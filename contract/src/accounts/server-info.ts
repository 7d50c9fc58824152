import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Nullable, OneOf } from '../words.ts'

export const ServerInfo = Type.Object(
  {
    version: Type.String(),
    sign_in: OneOf(['embedded', 'oidc'], {
      description:
        '`embedded`: sign in at `/auth` on this server. `oidc`: sign in at the issuer with the authorization code flow and PKCE.',
    }),
    issuer: Type.String(),
    client_id: Nullable(Type.String({ description: "With `oidc`: the web app's client id." })),
    signup: OneOf(['open', 'invite', 'closed'], {
      description:
        'Who may create an embedded account: anyone, people with an invitation, or only the operator.',
    }),
    setup: OneOf(['none', 'open', 'code'], {
      description:
        '`none`: there is an account, or only the operator creates the first one. Otherwise the next account is the first one and administers the server; with `code`, it needs the `setup_code`.',
    }),
    verifies_emails: Type.Boolean({
      description:
        'Whether email addresses are verified. If not, friend requests and sharing by email address reach nobody.',
    }),
    passkeys: Type.Boolean({
      description: "Whether the server's public address allows passkeys for embedded accounts.",
    }),
    sends_mail: Type.Boolean({
      description:
        'Whether this server sends email: notifications, and for embedded accounts also links that verify an address or reset a password.',
    }),
    deletion_days: Type.Integer({
      description:
        'For how many days people can cancel the deletion of their account; 0 if it is deleted at once.',
    }),
  },
  { title: 'ServerInfo' },
)
export type ServerInfo = Type.Static<typeof ServerInfo>

export const Health = Type.Object(
  { status: Type.Literal('ok', { description: 'The process is running.' }) },
  { title: 'Health' },
)

export const Readiness = Type.Object(
  {
    status: OneOf(['ok', 'degraded', 'unavailable'], {
      description: '`degraded`: an optional component such as Redis is down, but the service works.',
    }),
    components: Type.Record(
      Type.String(),
      Type.Object({
        status: OneOf(['ok', 'down'], { description: 'Whether this component works.' }),
        reason: Type.Optional(
          Type.String({
            description:
              'Why this component is down, if the server knows more, for example that the disk is full.',
          }),
        ),
        age_s: Type.Optional(
          Type.Integer({
            description:
              'Seconds: how long `database` has not answered, how long the oldest of the running `writes` and of the `outbound` calls in flight has been running, how long the oldest of the due `jobs` waits, and how old the newest `backup` is.',
          }),
        ),
      }),
      {
        description:
          'One entry each for `database`, `writes`, `jobs`, `outbound`, `issuer` and, if configured, `redis`, `backup` and `workers`.',
      },
    ),
  },
  { title: 'Readiness' },
)
export type Readiness = Type.Static<typeof Readiness>

export const serverRoutes = routeGroup({
  info: {
    prefix: '',
    method: 'GET',
    path: '/config.json',
    summary: 'How to sign in to this server',
    description:
      'Call this first: it says whether people sign in at `/auth` on this server or with an OpenID provider. Needs no token.',
    auth: 'none',
    standsAlone: true,
    response: ServerInfo,
  },
  health: {
    prefix: '',
    method: 'GET',
    path: '/health',
    summary: 'Whether the process is alive',
    description:
      'A liveness probe, for a supervisor that restarts unresponsive processes. It contacts no other component. Needs no token.',
    auth: 'none',
    standsAlone: true,
    response: Health,
  },
  ready: {
    prefix: '',
    method: 'GET',
    path: '/health/ready',
    summary: 'Whether the server is ready',
    description:
      'A readiness probe: checks each component that the server needs, at most once a second. A load balancer should route requests to this server only while it returns 200. Needs no token.',
    auth: 'none',
    standsAlone: true,
    response: Readiness,
    otherwise: {
      status: 503,
      when: 'A required component cannot be reached, or the database cannot be written.',
      example: {
        status: 'unavailable',
        components: { database: { status: 'down' }, issuer: { status: 'ok' } },
      },
    },
  },
})
