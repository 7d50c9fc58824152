// Calendar apps sign in with device passwords over HTTP Basic.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Clearable, Line, Nullable, Ok, OneOf, pageQuery, Timestamp, Uuid, UuidIn } from '../words.ts'
import { DEVICE_SCOPES, type DeviceScope } from './scopes.ts'

const ScopeName = OneOf(DEVICE_SCOPES, {
  description:
    '`calendar:read` and `calendar:write` (which includes reading) for CalDAV, or any scope of a personal access token for the API.',
})

const fields = {
  id: Uuid,
  name: Type.String(),
  scopes: Type.Array(ScopeName),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  last_address: Type.Union([Type.String(), Type.Null()], {
    description: 'The IP address of the last use; null if it was never used.',
  }),
}

export const DevicePassword = Type.Object(fields, { title: 'DevicePassword' })
export type DevicePassword = Type.Static<typeof DevicePassword>

export const NewDevicePassword = Type.Object(
  {
    ...fields,
    username: Type.String({ description: 'The address to sign in with.' }),
    password: Type.String({ description: 'The device password. It is shown only once.' }),
  },
  { title: 'NewDevicePassword' },
)
export type NewDevicePassword = Type.Static<typeof NewDevicePassword>

const Scopes = Type.Codec(
  Type.Refine(
    Type.Array(ScopeName, { 'x-minItems': 1, 'x-maxItems': DEVICE_SCOPES.length }),
    scopes => !Array.isArray(scopes) || scopes.length > 0,
    () => 'must contain at least one scope',
  ),
)
  .Decode(scopes => [...new Set<DeviceScope>(scopes)])
  .Encode(scopes => scopes)

export const DevicePasswordCreate = Type.Object(
  {
    name: Line(100),
    scopes: Clearable(Scopes),
    password: Clearable(
      Type.String({
        maxLength: 512,
        description: 'The account password; required if you signed in more than 10 minutes ago.',
      }),
    ),
  },
  { title: 'DevicePasswordCreate' },
)

export const devicePasswordRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/account/device_passwords',
    summary: 'List your device passwords, newest first',
    description: 'The passwords themselves are never returned. `last_used_at` is accurate to a minute.',
    query: Type.Object(pageQuery),
    response: Type.Array(DevicePassword),
    list: true,
    errors: [403],
  },
  create: {
    method: 'POST',
    path: '/account/device_passwords',
    secret: true,
    summary: 'Create a device password',
    description:
      'For apps that sign in with HTTP Basic and your email address, such as calendar apps on phones (`/dav/`). It does not expire. Without `scopes` it may read and write calendars. With an account on this server, send `password` unless you signed in within the last 10 minutes (otherwise 403); a wrong password is 400. An account without an address cannot have one (409).',
    body: DevicePasswordCreate,
    status: 201,
    response: NewDevicePassword,
    errors: [400, 403, 409],
  },
  remove: {
    method: 'DELETE',
    path: '/account/device_passwords/{device_password_id}',
    summary: 'Revoke a device password',
    description: 'The device can no longer sign in.',
    params: Type.Object({
      device_password_id: Type.Unsafe<string>({ ...UuidIn, description: 'The device password.' }),
    }),
    response: Ok,
    errors: [403, 404],
  },
})
