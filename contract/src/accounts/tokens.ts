import Type from 'typebox'
import { routeGroup } from '../route.ts'
import {
  Clearable,
  Instant,
  Line,
  Nullable,
  Ok,
  OneOf,
  pageQuery,
  Timestamp,
  Uuid,
  UuidIn,
} from '../words.ts'
import { SCOPES, type Scope } from './scopes.ts'

const ScopeName = OneOf(SCOPES, { description: '`read`, `write`, or one area such as `todos:read`.' })

const fields = {
  id: Uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the token, so that you can recognize it.' }),
  scopes: Type.Array(ScopeName),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Nullable(Timestamp),
}

export const PersonalToken = Type.Object(fields, { title: 'PersonalToken' })
export type PersonalToken = Type.Static<typeof PersonalToken>

export const NewPersonalToken = Type.Object(
  { ...fields, token: Type.String({ description: 'The token. It is shown only once.' }) },
  { title: 'NewPersonalToken' },
)
export type NewPersonalToken = Type.Static<typeof NewPersonalToken>

const Scopes = Type.Codec(
  Type.Refine(
    Type.Array(ScopeName, { 'x-minItems': 1, 'x-maxItems': SCOPES.length }),
    scopes => !Array.isArray(scopes) || scopes.length > 0,
    () => 'must contain at least one scope',
  ),
)
  .Decode(scopes => [...new Set<Scope>(scopes)])
  .Encode(scopes => scopes)

export const PersonalTokenCreate = Type.Object(
  {
    name: Line(100),
    scopes: Scopes,
    expires_at: Clearable(Instant),
    password: Clearable(
      Type.String({
        maxLength: 512,
        description: 'The account password; required if you signed in more than 10 minutes ago.',
      }),
    ),
  },
  { title: 'PersonalTokenCreate' },
)

export const tokenRoutes = routeGroup({
  create: {
    method: 'POST',
    path: '/tokens',
    secret: true,
    summary: 'Create a personal access token',
    description:
      "Use it like an access token, within its scopes; its requests count against its owner's limits. It expires after 90 days unless `expires_at` is given (at most 366 days). A personal access token cannot manage tokens. With an account on this server, send `password` unless you signed in within the last 10 minutes (otherwise 403); a wrong password is 400. With an OpenID provider, the sign-in must be just as recent if the access token contains `auth_time`.",
    body: PersonalTokenCreate,
    status: 201,
    response: NewPersonalToken,
    errors: [400, 403, 409],
  },
  list: {
    method: 'GET',
    path: '/tokens',
    summary: 'List your personal access tokens, newest first',
    description:
      'The tokens themselves are never returned; `prefix` contains their first characters. `last_used_at` is accurate to a minute.',
    query: Type.Object(pageQuery),
    response: Type.Array(PersonalToken),
    list: true,
    errors: [403],
  },
  remove: {
    method: 'DELETE',
    path: '/tokens/{token_id}',
    summary: 'Revoke a personal access token',
    description: 'The token stops working at once, and its open sockets are closed.',
    params: Type.Object({ token_id: UuidIn }),
    response: Ok,
    errors: [403, 404],
  },
})
