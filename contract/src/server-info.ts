// What a web page or a program must know of a server before it can sign in.
import Type from 'typebox'
import { routeGroup } from './route.ts'
import { Nullable, OneOf } from './words.ts'

export const ServerInfo = Type.Object(
  {
    version: Type.String(),
    sign_in: OneOf(['embedded', 'oidc'], {
      description:
        '`embedded`: accounts of this server, at `/auth`. `oidc`: at the issuer, code flow with PKCE.',
    }),
    issuer: Type.String(),
    client_id: Nullable(Type.String({ description: 'With `oidc`: the client id of the web app.' })),
    signup: OneOf(['open', 'closed'], { description: 'Whether anybody may create an embedded account.' }),
  },
  { title: 'ServerInfo' },
)
export type ServerInfo = Type.Static<typeof ServerInfo>

export const serverRoutes = routeGroup({
  info: {
    prefix: '',
    method: 'GET',
    path: '/config.json',
    summary: 'How to sign in at this server',
    description:
      'The first thing that a client asks: whether people sign in at `/auth` of this server or at an OpenID provider. Needs no token.',
    auth: 'none',
    standsAlone: true,
    response: ServerInfo,
  },
})
