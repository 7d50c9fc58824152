// What a program must know about a server before it can sign in, and whether the server works.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Nullable, OneOf } from '../words.ts'

export const ServerInfo = Type.Object(
  {
    version: Type.String(),
    sign_in: OneOf(['embedded', 'oidc'], {
      description:
        '`embedded`: accounts of this server, at `/auth`. `oidc`: at the issuer, code flow with PKCE.',
    }),
    issuer: Type.String(),
    client_id: Nullable(Type.String({ description: 'With `oidc`: the client id of the web app.' })),
    signup: OneOf(['open', 'closed'], { description: 'Whether anyone may create an embedded account.' }),
    verifies_emails: Type.Boolean({
      description:
        'Whether email addresses can be verified. If not, friend requests and sharing by email address reach no one.',
    }),
  },
  { title: 'ServerInfo' },
)
export type ServerInfo = Type.Static<typeof ServerInfo>

export const Health = Type.Object(
  { status: Type.Literal('ok', { description: 'The process answers.' }) },
  { title: 'Health' },
)

export const Readiness = Type.Object(
  {
    status: OneOf(['ok', 'degraded', 'unavailable'], {
      description: '`degraded`: the service works without a component that is down, such as Redis.',
    }),
    components: Type.Record(
      Type.String(),
      Type.Object({ status: OneOf(['ok', 'down'], { description: 'Whether this component works.' }) }),
      { description: 'One entry each for `database`, `issuer` and, if configured, `redis`.' },
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
      'The first request of a client: whether people sign in at `/auth` of this server or at an OpenID provider. Needs no token.',
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
      'Answers without contacting any other component, for a supervisor that restarts unresponsive processes. Needs no token.',
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
      'Checks each component that the server needs, at most once a second. A load balancer should send requests here only on 200. Needs no token.',
    auth: 'none',
    standsAlone: true,
    response: Readiness,
    otherwise: {
      status: 503,
      when: 'A required component cannot be reached.',
      example: {
        status: 'unavailable',
        components: { database: { status: 'down' }, issuer: { status: 'ok' } },
      },
    },
  },
})
