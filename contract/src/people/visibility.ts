// Sharing: visibility levels, settings, and the fields that every shareable item has.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { foldCase, isDomain, isEmail } from '../validation/email-address.ts'
import {
  Clearable,
  Nullable,
  Ok,
  OneOf,
  OneOfAnyCase,
  OwnVersion,
  Timestamp,
  UserId,
  Uuid,
  UuidIn,
} from '../words.ts'
import { LEVELS } from './visibility-levels.ts'

export { LEVELS } from './visibility-levels.ts'

export const VisibilityLevel = OneOf(LEVELS)
export type VisibilityLevel = (typeof LEVELS)[number]

export const RESOURCE_TYPES = ['schedule', 'timer', 'todo', 'meeting'] as const
export const ResourceType = OneOf(RESOURCE_TYPES)
export type ResourceType = (typeof RESOURCE_TYPES)[number]

const MAX_ENTRIES = 500

const asGiven = (text: string): string => text
const isUserId = (text: string): boolean => text.length >= 1 && text.length <= 255

interface ListRule {
  level: VisibilityLevel
  fold: (text: string) => string
  check: (text: string) => boolean
  what: string
}

const LISTS = {
  allowed_user_ids: { level: 'selected', fold: asGiven, check: isUserId, what: 'user ids' },
  allowed_emails: { level: 'allowed_emails', fold: foldCase, check: isEmail, what: 'email addresses' },
  allowed_domains: {
    level: 'allowed_emails',
    fold: foldCase,
    check: isDomain,
    what: 'domains such as example.org',
  },
} satisfies Record<string, ListRule>

/** Decoding removes duplicates. `faultOfLists` validates the entries if the level uses the list. */
const entries = ({ fold }: ListRule) =>
  Type.Codec(Type.Array(Type.String({ format: 'storable' }), { 'x-maxItems': MAX_ENTRIES }))
    .Decode(list => [...new Set(list.map(fold))])
    .Encode(list => list)

const shape = Type.Object(
  {
    level: OneOfAnyCase(LEVELS),
    allowed_user_ids: Clearable(entries(LISTS.allowed_user_ids)),
    allowed_emails: Clearable(entries(LISTS.allowed_emails)),
    allowed_domains: Clearable(entries(LISTS.allowed_domains)),
  },
  { title: 'VisibilitySettings' },
)

/**
 * Returns an error such as "must have user ids in allowed_user_ids"; undefined if the settings are valid. Checks only
 * the lists that the level uses, because the server drops the others.
 */
function faultOfLists(value: unknown): string | undefined {
  const settings = (value ?? {}) as Record<string, unknown>
  for (const [name, { level, fold, check, what }] of Object.entries<ListRule>(LISTS)) {
    const list = settings[name]
    if (String(settings['level']).toLowerCase() !== level || !Array.isArray(list)) continue
    const folded = new Set(list.map(each => fold(String(each))))
    if (folded.size > MAX_ENTRIES) return `must not have more than ${MAX_ENTRIES} entries in ${name}`
    if (![...folded].every(check)) return `must have ${what} in ${name}`
  }
  return undefined
}

/** How an item is shared, in a request. */
export const VisibilitySettings = Type.Refine(
  shape,
  value => faultOfLists(value) === undefined,
  value => faultOfLists(value) ?? 'must be visibility settings',
)
export type VisibilitySettingsIn = Type.StaticDecode<typeof VisibilitySettings>

/** The `visibility` field in create and update bodies. Null means private. */
export const VisibilityField = Clearable(VisibilitySettings)

/** Visibility as the owner reads it. */
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

/** Every shareable item has these fields in responses. Only the owner gets `visibility` and `version`. */
export const sharingFields = {
  owner_id: Type.String(),
  is_shared: Type.Boolean({ description: 'True if it belongs to someone else.' }),
  visibility_level: Nullable(VisibilityLevel),
  visibility: Type.Optional(Nullable(VisibilityOut)),
  version: OwnVersion,
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
    version: Type.Integer({
      minimum: 0,
      description: "The log position of the shared item's last change.",
    }),
  },
  { title: 'VisibilityRead' },
)
export type VisibilityRead = Type.Static<typeof VisibilityRead>

const params = Type.Object({ resource_type: ResourceType, resource_id: UuidIn })

export const visibilityRoutes = routeGroup({
  get: {
    method: 'GET',
    path: '/visibility/{resource_type}/{resource_id}',
    summary: 'Read how an item is shared (owner only)',
    description: 'Returns the level and its lists. 404 if the item is not shared.',
    params,
    response: VisibilityRead,
    errors: [403, 404],
  },
  put: {
    method: 'PUT',
    path: '/visibility/{resource_type}/{resource_id}',
    resource: 'by_type',
    summary: 'Share an item (owner only)',
    description:
      'Replaces the setting. Level `private` removes it: the response has level `private`, and a later GET returns 404.',
    params,
    body: VisibilitySettings,
    response: VisibilityRead,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/visibility/{resource_type}/{resource_id}',
    resource: 'by_type',
    summary: 'Make an item private again (owner only)',
    description:
      'The same as setting level `private`. 404 if the item is not shared. Others lose access with their next request.',
    params,
    response: Ok,
    errors: [403, 404],
  },
})
