// Sharing on the wire: levels, settings in requests, and the fields that every shareable thing carries.
import Type from 'typebox'
import { foldCase, isDomain, isEmail } from './email.ts'
import { routeGroup } from './route.ts'
import { Clearable, Nullable, Ok, OneOf, OneOfAnyCase, Timestamp, UserId, Uuid, UuidIn } from './words.ts'

export const LEVELS = ['private', 'friends', 'selected', 'allowed_emails', 'public'] as const
export const VisibilityLevel = OneOf(LEVELS)
export type VisibilityLevel = (typeof LEVELS)[number]

export const RESOURCE_TYPES = ['schedule', 'timer', 'todo', 'meeting'] as const
export const ResourceType = OneOf(RESOURCE_TYPES)
export type ResourceType = (typeof RESOURCE_TYPES)[number]

const MOST_ENTRIES = 500

/** Texts of an allow-list; repeats are folded before anything is counted. */
const entries = (check: (text: string) => boolean, what: string, fold: (text: string) => string) =>
  Type.Codec(
    Type.Refine(
      Type.Array(
        Type.Refine(
          Type.String({ format: 'storable' }),
          text => check(fold(String(text))),
          () => `must be ${what}`,
        ),
        { 'x-maxItems': MOST_ENTRIES },
      ),
      list => !Array.isArray(list) || new Set(list.map(each => fold(String(each)))).size <= MOST_ENTRIES,
      () => `must not have more than ${MOST_ENTRIES} entries`,
    ),
  )
    .Decode(list => [...new Set(list.map(fold))])
    .Encode(list => list)

const asGiven = (text: string): string => text
const isUserId = (text: string): boolean => text.length >= 1 && text.length <= 255

/** In create and update bodies. Lists that do not belong to the level are dropped. */
export const VisibilitySettings = Type.Object(
  {
    level: OneOfAnyCase(LEVELS),
    allowed_user_ids: Clearable(entries(isUserId, 'a user id', asGiven)),
    allowed_emails: Clearable(entries(isEmail, 'an e-mail address', foldCase)),
    allowed_domains: Clearable(entries(isDomain, 'a domain such as example.org', foldCase)),
  },
  { title: 'VisibilitySettings' },
)
export type VisibilitySettingsIn = Type.StaticDecode<typeof VisibilitySettings>

/** The `visibility` field of create and update bodies; null is private. */
export const VisibilityField = Clearable(VisibilitySettings)

/** What the owner of a shared thing reads back. */
export const VisibilityOut = Type.Object(
  {
    level: VisibilityLevel,
    allowed_user_ids: Type.Array(UserId),
    allowed_emails: Type.Array(Type.String()),
    allowed_domains: Type.Array(Type.String()),
  },
  { title: 'Visibility' },
)
export type VisibilityOut = Type.Static<typeof VisibilityOut>

/** Spread into the read schema of everything that can be shared. */
export const sharingFields = {
  owner_id: Type.String(),
  is_shared: Type.Boolean({ description: 'True when it belongs to someone else.' }),
  visibility_level: Nullable(VisibilityLevel),
  visibility: Type.Optional(Nullable(VisibilityOut)),
}

export const VisibilityRead = Type.Object(
  {
    id: Uuid,
    resource_type: ResourceType,
    resource_id: Uuid,
    owner_id: Type.String(),
    level: VisibilityLevel,
    allowed_user_ids: Type.Array(Type.String()),
    allowed_emails: Type.Array(Type.String()),
    allowed_domains: Type.Array(Type.String()),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'VisibilityRead' },
)
export type VisibilityRead = Type.Static<typeof VisibilityRead>

const params = Type.Object({ resource_type: ResourceType, resource_id: UuidIn })

export const visibilityRoutes = routeGroup({
  get: {
    method: 'GET',
    path: '/visibility/{resource_type}/{resource_id}',
    summary: 'Read how a thing is shared (owner only)',
    params,
    response: VisibilityRead,
    errors: [403, 404],
  },
  put: {
    method: 'PUT',
    path: '/visibility/{resource_type}/{resource_id}',
    summary: 'Share a thing (owner only)',
    description:
      'Replaces the setting. Level `private` removes it: the answer says `private`, and a GET afterwards 404.',
    params,
    body: VisibilitySettings,
    response: VisibilityRead,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/visibility/{resource_type}/{resource_id}',
    summary: 'Make a thing private again (owner only)',
    params,
    response: Ok,
    errors: [403, 404],
  },
})
