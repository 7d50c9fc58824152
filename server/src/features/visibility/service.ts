import type { VisibilitySettingsIn } from '@daymark/contract/people/visibility'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { SelectedLists } from '../people/friends/service.ts'
import { putSharing, requireOwner } from './access.ts'
import type { ResourceType } from './policy.ts'
import { type SharedItem, type StoredSharing, visibilityStore } from './store.ts'

/** Settings with the version of the shared item. */
export interface VersionedSharing extends StoredSharing {
  version: number
}

const NOT_SET = 'This item is private and has no visibility settings.'

export async function getSharing(
  db: Db,
  actor: Actor,
  type: ResourceType,
  id: string,
): Promise<VersionedSharing> {
  const { version } = await requireOwn(db, actor, type, id)
  const sharing = await visibilityStore(db).find(type, id)
  if (!sharing) throw notFound(NOT_SET)
  return { ...sharing, version }
}

export async function setSharing(
  tx: RequestTx,
  type: ResourceType,
  id: string,
  settings: VisibilitySettingsIn,
): Promise<VersionedSharing> {
  const { version } = await requireOwn(tx, tx.actor, type, id)
  return { ...(await putSharing(tx, tx.actor, type, id, settings, tx.now)), version }
}

export async function removeSharing(tx: RequestTx, type: ResourceType, id: string): Promise<void> {
  await requireOwn(tx, tx.actor, type, id)
  const store = visibilityStore(tx)
  if (!(await store.find(type, id))) throw notFound(NOT_SET)
  await store.remove(type, [id])
  await store.setLevel(type, id, 'private')
}

/**
 * Removes each person from the other's lists of selected people when a friendship ends or one blocks the other.
 * Becoming friends again does not restore the entries.
 */
export const selectedLists: SelectedLists = {
  removeFromLists: async (tx, a, b) => {
    const store = visibilityStore(tx)
    await store.removeFromLists(a, b)
    await store.removeFromLists(b, a)
  },
}

async function requireOwn(db: Db, actor: Actor, type: ResourceType, id: string): Promise<SharedItem> {
  const item = await visibilityStore(db).findItem(type, id)
  if (!item) throw notFound(`${type[0]?.toUpperCase()}${type.slice(1)} not found.`)
  requireOwner(actor, item)
  return item
}
