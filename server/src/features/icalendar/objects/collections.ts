// A person's calendar collections: schedules, one per todo group, shared items, holidays, and one per subscription.

import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { conflict } from '../../../platform/kernel/errors.ts'
import { StagedRequest } from '../../../platform/kernel/staged-request.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { deleteGroup } from '../../planning/todos/service.ts'
import type { Preferences } from '../../preferences/preferences.ts'
import { preferenceStore } from '../../preferences/store.ts'
import * as tags from '../../tags/service.ts'
import { tagStore } from '../../tags/store.ts'
import type { TagGroup } from '../../tags/tag.ts'
import { placeOf } from '../read-only/holiday-events.ts'
import type { SubscribedCalendars } from '../read-only/subscription-events.ts'
import {
  type Collection,
  collectionOfGroup,
  collectionOfSubscription,
  groupOf,
  HOLIDAYS,
  PreconditionFault,
  SCHEDULES,
  SHARED,
  subscriptionOf,
} from './collection.ts'
import { propertyStore } from './property-store.ts'
import { objectStore } from './store.ts'

export interface CollectionParts {
  storage: RecordedStorage
  /** How many todos a request may touch in one transaction. */
  most_at_once?: number | undefined
  /** True if a group that still has todos may be deleted. */
  deletesFullCollections: boolean
  /** The country whose holidays are shown if a person has not chosen one. */
  homeCountry: string
  subscribed: SubscribedCalendars
}

/** Properties by namespace and name. Null removes a property. */
type StoredProperties = readonly (readonly [property: string, value: string | null])[]

interface NewCollection {
  id: string | undefined
  /** The last segment of the address at which the client creates the collection. */
  segment: string
  name: string
  color: string | undefined
  description: string | null
}

export interface CollectionChanges {
  group: { name?: string; color?: string; description?: string | null }
  properties: StoredProperties
}

/** The stored property that maps a client-chosen address to its todo group. */
const GROUP_PROPERTY = 'daymark group'
const NEW_GROUP_COLOR = '#4F86C6'
const MAX_PROPERTIES = 50

export function calendarCollections(parts: CollectionParts) {
  const { storage, most_at_once, deletesFullCollections, homeCountry, subscribed } = parts
  async function collection(db: Db, actor: Actor, id: string): Promise<Collection | undefined> {
    const isBuiltIn = id === SCHEDULES || id === SHARED || id === HOLIDAYS
    const chosen = (await propertyStore(db).properties(actor.id, id)).get(GROUP_PROPERTY)
    const groupId = chosen ?? groupOf(id)
    const group = groupId === undefined ? undefined : await tagStore(db).findGroup(actor.id, groupId)
    if (group?.is_todo_group) return collectionOf(group, chosen && id)
    if (isBuiltIn) return builtIn(actor, await preferenceStore(db).find(actor.id), homeCountry)[id]
    const subscriptionId = subscriptionOf(id)
    if (subscriptionId === undefined) return undefined
    const found = (await subscribed.list(db, actor.id)).find(each => each.id === subscriptionId)
    return found && subscriptionCollection(actor, found)
  }

  return {
    collections: (actor: Actor): Promise<Collection[]> =>
      storage.read(async db => {
        const { items } = await tagStore(db).listGroups(actor.id, {})
        const chosen = await propertyStore(db).segments(actor.id, GROUP_PROPERTY)
        const groups = items.filter(group => group.is_todo_group)
        const { schedules, ...others } = builtIn(actor, await preferenceStore(db).find(actor.id), homeCountry)
        const own = groups.map(group => collectionOf(group, chosen.get(group.id)))
        const taken = new Set(own.map(each => each.id))
        const readOnly = Object.values(others).filter(each => !taken.has(each.id))
        const external = await subscribed.list(db, actor.id)
        return [schedules, ...own, ...readOnly, ...external.map(each => subscriptionCollection(actor, each))]
      }),

    collection: (actor: Actor, id: string): Promise<Collection | undefined> =>
      storage.read(db => collection(db, actor, id)),

    /** Creates a todo group at the address that the client chose, or returns false if the address is taken. */
    async createGroup(tx: RequestTx, wanted: NewCollection, properties: StoredProperties): Promise<boolean> {
      const { actor } = tx
      if (await collection(tx, actor, wanted.segment)) return false
      const group = await tags.createGroup(tx, {
        ...(wanted.id !== undefined && { id: wanted.id }),
        name: wanted.name,
        color: wanted.color ?? NEW_GROUP_COLOR,
        description: wanted.description,
        is_todo_group: true,
      })
      // Removes the properties that a deleted group may have left at this address.
      await propertyStore(tx).removeProperties(actor.id, wanted.segment)
      if (wanted.id === undefined)
        await propertyStore(tx).setProperty(actor.id, wanted.segment, GROUP_PROPERTY, group.id)
      await setProperties(tx, wanted.segment, properties)
      return true
    },

    /** A list with many todos is deleted in steps. */
    async removeCollection(tx: RequestTx, from: Collection): Promise<StagedRequest | undefined> {
      if (from.group_id === null)
        throw new PreconditionFault('need-privileges', 'Only lists of tasks can be deleted.')
      if (!deletesFullCollections && (await objectStore(tx).list(from, undefined, 1)).length > 0)
        throw new PreconditionFault(
          'collection-must-be-empty',
          'Delete or move the todos of this list first.',
        )
      const outcome = await deleteGroup(tx, from.group_id, { most_at_once })
      // Keeps only the property with the address that a client chose, because the deletion may be undone.
      await propertyStore(tx).removeProperties(tx.actor.id, from.id, GROUP_PROPERTY)
      return outcome instanceof StagedRequest ? outcome : undefined
    },

    async changeCollection(
      tx: RequestTx,
      { id, group_id }: Collection,
      { group, properties }: CollectionChanges,
    ): Promise<void> {
      if (group_id !== null && Object.keys(group).length > 0) await tags.updateGroup(tx, group_id, group)
      await setProperties(tx, id, properties)
    },

    /** Returns properties that clients stored for a collection, by namespace and name. */
    async properties(actor: Actor, collection: string): Promise<Map<string, string>> {
      const found = await storage.read(db => propertyStore(db).properties(actor.id, collection))
      found.delete(GROUP_PROPERTY)
      return found
    },
  }
}

async function setProperties(tx: RequestTx, collection: string, properties: StoredProperties): Promise<void> {
  const { actor } = tx
  const store = propertyStore(tx)
  for (const [property, value] of properties) await store.setProperty(actor.id, collection, property, value)
  if (properties.length > 0 && (await store.properties(actor.id, collection)).size > MAX_PROPERTIES)
    throw conflict('The collection has too many properties.')
}

const NAMES = {
  en: { shared: 'Shared with me', holidays: 'Holidays' },
  ko: { shared: '공유받은 일정', holidays: '공휴일' },
}

/** Returns the collections that a client can neither create nor delete. */
function builtIn(
  actor: Actor,
  preferences: Preferences | undefined,
  homeCountry: string,
): { schedules: Collection; shared: Collection; holidays?: Collection } {
  const names = NAMES[preferences?.language ?? 'en']
  const base = {
    owner_id: actor.id,
    kind: 'schedule' as const,
    group_id: null,
    color: null,
    description: null,
    shows_deadlines: preferences?.deadlines_in_calendar_apps ?? false,
  }
  return {
    schedules: { ...base, id: SCHEDULES, source: 'own', name: 'Daymark' },
    shared: { ...base, id: SHARED, source: 'shared', name: names.shared },
    ...(placeOf(preferences, homeCountry) && {
      holidays: { ...base, id: HOLIDAYS, source: 'holidays', name: names.holidays },
    }),
  }
}

const subscriptionCollection = (
  actor: Actor,
  { id, name, color }: { id: string; name: string; color: string },
): Collection => ({
  ...{ id: collectionOfSubscription(id), source: 'subscription', owner_id: actor.id, kind: 'schedule' },
  ...{ group_id: null, name, color, description: null, shows_deadlines: false },
})

const collectionOf = (group: TagGroup, segment: string | undefined): Collection => ({
  id: segment ?? collectionOfGroup(group.id),
  source: 'own',
  owner_id: group.owner_id,
  kind: 'todo',
  group_id: group.id,
  name: group.name,
  color: group.color,
  description: group.description,
  shows_deadlines: false,
})
