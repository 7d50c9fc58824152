// Checks and changes who may see an item. Used by every feature whose items can be shared.
import type { VisibilityOut, VisibilitySettingsIn } from '@daymark/contract/people/visibility'
import type { Actor } from '../../platform/kernel/actor.ts'
import { forbidden, rejected } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Db, Tx } from '../../platform/storage/unit-of-work.ts'
import { friendStore } from '../people/friends/store.ts'
import { userStore } from '../people/users/store.ts'
import { requireVerified } from '../people/users/verification-store.ts'
import {
  forLevel,
  mayAccess,
  PRIVATE,
  type ResourceType,
  type Sharing,
  type VisibilityLevel,
} from './policy.ts'
import { type StoredSharing, visibilityStore } from './store.ts'

export interface Owned {
  id: string
  owner_id: string
}

const NOT_SHARED = 'You do not have permission to see this.'
const NOT_YOURS = 'Only the owner may do this.'

/** Throws 403 unless the actor may read the item. */
export async function requireReadable(db: Db, actor: Actor, type: ResourceType, item: Owned): Promise<void> {
  if (!(await isReadable(db, actor.id, type, item))) throw forbidden(NOT_SHARED)
}

export async function isReadable(
  db: Db,
  viewerId: string,
  type: ResourceType,
  item: Owned,
): Promise<boolean> {
  if (item.owner_id === viewerId) return true
  const store = visibilityStore(db)
  const sharing = await store.find(type, item.id)
  if (!sharing) return false
  return mayAccess(item.owner_id, sharing, await store.viewer(viewerId), {
    ...(await friendStore(db).relation(item.owner_id, viewerId)),
    owner_disabled: await userStore(db).isDisabled(item.owner_id),
  })
}

/** Throws 403 for everyone except the owner, including people who may read the item. */
export function requireOwner(actor: Actor, item: Owned): void {
  if (item.owner_id !== actor.id) throw forbidden(NOT_YOURS)
}

/**
 * Saves the sharing settings of a request. A missing `visibility` field keeps the settings. Null makes the item
 * private.
 */
export async function share(
  tx: Tx,
  actor: Actor,
  type: ResourceType,
  id: string,
  settings: VisibilitySettingsIn | null | undefined,
  now: number,
): Promise<void> {
  if (settings !== undefined) await putSharing(tx, actor, type, id, settings, now)
}

/** Throws 400 if `share` would reject these settings, for callers that must check before they write. */
export async function requireSharable(
  tx: Tx,
  actor: Actor,
  settings: VisibilitySettingsIn | null | undefined,
): Promise<void> {
  if (settings) await requireFriends(tx, actor, forLevel(withLists(settings)).allowed_user_ids)
}

/** Replaces the sharing settings of an item and returns the new ones. */
export async function putSharing(
  tx: Tx,
  actor: Actor,
  type: ResourceType,
  id: string,
  settings: VisibilitySettingsIn | null,
  now: number,
): Promise<StoredSharing> {
  const store = visibilityStore(tx)
  const sharing = settings === null ? PRIVATE : forLevel(withLists(settings))
  await requireFriends(tx, actor, sharing.allowed_user_ids)
  const old = await store.find(type, id)
  if (addsAddresses(sharing, old)) await requireVerified(tx, actor.id)
  const stored = {
    ...sharing,
    id: old?.id ?? newId(),
    resource_type: type,
    resource_id: id,
    owner_id: actor.id,
    created_at: old?.created_at ?? now,
    updated_at: now,
  }
  await store.replace(stored)
  return stored
}

/** Lists that a person has made before stay as they are until the address is verified. */
const addsAddresses = (next: Sharing, old: Sharing = PRIVATE): boolean =>
  next.allowed_emails.some(email => !old.allowed_emails.includes(email)) ||
  next.allowed_domains.some(domain => !old.allowed_domains.includes(domain))

async function requireFriends(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  const friends = await friendStore(tx).friendsAmong(actor.id, ids)
  // Gives the same answer for strangers and unknown users, so that nobody can find out which ids exist.
  if (friends.length < ids.length) throw rejected('Everyone in allowed_user_ids must be a friend of yours.')
}

/** Gives an item the same sharing settings as another item of the same owner. */
export async function copySharing(
  tx: Tx,
  type: ResourceType,
  fromId: string,
  toId: string,
  now: number,
): Promise<void> {
  const store = visibilityStore(tx)
  const sharing = await store.find(type, fromId)
  const copy = { id: newId(), resource_id: toId, created_at: now, updated_at: now }
  if (sharing) await store.replace({ ...sharing, ...copy })
}

export async function forgetSharing(tx: Tx, type: ResourceType, ids: readonly string[]): Promise<void> {
  await visibilityStore(tx).remove(type, ids)
}

/** Null if the item is private. */
export async function sharingOf(db: Db, type: ResourceType, id: string): Promise<Sharing | null> {
  return (await visibilityStore(db).find(type, id)) ?? null
}

/** With more ids than this, reading the settings of all shared items is cheaper. */
const MAX_NAMED = 500

/**
 * Reads the sharing settings of the owner's items of one type, keyed by item id. If `ids` is given, the result contains
 * at least the settings of these items.
 */
export async function sharingsOf(
  db: Db,
  type: ResourceType,
  ownerId: string,
  ids?: readonly string[],
): Promise<Map<string, Sharing>> {
  if (ids?.length === 0) return new Map()
  const store = visibilityStore(db)
  const all =
    ids && ids.length <= MAX_NAMED ? await store.ofResources(type, ids) : await store.ofOwner(type, ownerId)
  return new Map(all.map(each => [each.resource_id, each]))
}

/** Converts stored settings to the format of a request, so that another item can be shared in the same way. */
export const settingsFrom = (sharing: Sharing): VisibilitySettingsIn => ({
  level: sharing.level,
  allowed_user_ids: [...sharing.allowed_user_ids],
  allowed_emails: [...sharing.allowed_emails],
  allowed_domains: [...sharing.allowed_domains],
})

interface SharingFields {
  owner_id: string
  is_shared: boolean
  visibility_level: VisibilityLevel | null
  visibility: VisibilityOut | null
  version?: number
}

/**
 * Adds the fields that depend on the viewer: settings and version for the viewer's own items, the level for other
 * people's items. Adds them in place, because one more object spread would take longer than all other fields.
 */
export function withSharing<Shown extends object>(
  shown: Shown,
  item: { owner_id: string; version: number; visibility_level?: string | null },
  viewerId: string,
  settings: Sharing | null | undefined,
): Shown & SharingFields {
  const out = shown as Shown & SharingFields
  const isOwn = item.owner_id === viewerId
  out.owner_id = item.owner_id
  out.is_shared = !isOwn
  out.visibility_level = isOwn
    ? null
    : ((item.visibility_level ?? settings?.level ?? null) as VisibilityLevel | null)
  out.visibility = isOwn ? presentSettings(settings) : null
  if (isOwn) out.version = item.version
  return out
}

const presentSettings = (settings: Sharing | null | undefined): VisibilityOut | null =>
  settings
    ? {
        level: settings.level,
        allowed_user_ids: [...settings.allowed_user_ids],
        allowed_emails: [...settings.allowed_emails],
        allowed_domains: [...settings.allowed_domains],
      }
    : null

/** Sorts the lists, so that the response equals a later read. */
const withLists = (settings: VisibilitySettingsIn): Sharing => ({
  level: settings.level,
  allowed_user_ids: (settings.allowed_user_ids ?? []).toSorted(),
  allowed_emails: (settings.allowed_emails ?? []).toSorted(),
  allowed_domains: (settings.allowed_domains ?? []).toSorted(),
})
