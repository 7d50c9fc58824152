// Connected apps act for a person with OAuth access tokens.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Nullable, Ok, OneOf, pageQuery, Timestamp, Uuid, UuidIn } from '../words.ts'
import { SCOPES } from './scopes.ts'

export const ConnectedApp = Type.Object(
  {
    id: Uuid,
    client_id: Type.String({
      description: "The OAuth client: its metadata document's URL, or the id from its registration.",
    }),
    name: Type.String({ description: 'The name that the app chose.' }),
    website: Type.Union([Type.String(), Type.Null()], {
      description: "The app's website; null if it did not provide one.",
    }),
    scopes: Type.Array(OneOf(SCOPES), {
      description: 'What the app may do, with the same scopes as a token.',
    }),
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
  },
  { title: 'ConnectedApp' },
)
export type ConnectedApp = Type.Static<typeof ConnectedApp>

export const appRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/account/apps',
    summary: 'List your connected apps, newest first',
    description:
      'Apps that you have allowed to act for you on the sign-in pages of this server. `last_used_at` is accurate to a minute. Empty with an external OpenID provider, which manages its own apps.',
    query: Type.Object(pageQuery),
    response: Type.Array(ConnectedApp),
    list: true,
    errors: [403],
  },
  remove: {
    method: 'DELETE',
    path: '/account/apps/{app_id}',
    summary: 'Disconnect an app',
    description: "All of the app's tokens stop working at once, and its open sockets are closed.",
    params: Type.Object({ app_id: Type.Unsafe<string>({ ...UuidIn, description: 'The connected app.' }) }),
    response: Ok,
    errors: [403, 404],
  },
})
