// Calendar objects for the CalDAV protocol: lists, texts, changes since a position, and writes.
import { changeStore } from '../../../platform/changes/store.ts'
import { totalsStore } from '../../../platform/changes/totals-store.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { changedSince, notFound } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { deleteSchedules } from '../../planning/deletion.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { tagStore } from '../../tags/store.ts'
import { readEvent } from '../mapping/event-reader.ts'
import { readTask } from '../mapping/task.ts'
import { readOnlySource } from '../read-only/source.ts'
import { type Collection, type Listed, PreconditionFault } from './collection.ts'
import { type CollectionParts, calendarCollections } from './collections.ts'
import { type CalendarObject, contextOf, readObjects } from './read.ts'
import { asPrecondition, readSent, refuse } from './sent.ts'
import { objectStore } from './store.ts'
import { writeEvent } from './write-event.ts'
import { writeTask } from './write-task.ts'
import type { Written } from './written.ts'

export type CalendarObjectService = ReturnType<typeof calendarObjectService>

interface Parts extends CollectionParts {
  clock: Clock
  /** Bytes of stored texts per person; 0 means no limit. */
  mostBytes: number
}

/** Receives the version of the object, or undefined if there is none. Throws if the write must not happen. */
export type CheckVersion = (version: number | undefined) => void

interface Target {
  collection: Collection
  name: string
}

const STEP = 200

export function calendarObjectService(parts: Parts) {
  const { storage, clock, todos } = parts
  const readOnly = readOnlySource({ uow: storage, ...parts })

  async function* read(collection: Collection, listed: readonly Listed[]): AsyncGenerator<CalendarObject> {
    const zone = await storage.read(db => zoneOf(db, collection.owner_id))
    const pause = pauses()
    for (let at = 0; at < listed.length; at += STEP) {
      await pause()
      const some = listed.slice(at, at + STEP)
      yield* collection.source === 'own'
        ? await storage.read(db => readObjects(db, collection, some, zone))
        : await readOnly.read(collection, some, zone)
    }
  }

  async function put(
    actor: Actor,
    { collection, name }: Target,
    text: string,
    check: CheckVersion,
  ): Promise<Written & { is_new: boolean }> {
    const { calendar, components, uid } = readSent(collection, text)
    return storage.enclose([actor.id], async tx => {
      const store = objectStore(tx)
      const [existing] = await store.named(collection, [name])
      check(existing?.version)
      const [other] = (await store.withUid(collection, uid)).filter(each => each.id !== existing?.id)
      if (other) throw new PreconditionFault('no-uid-conflict', 'Another object has this UID.', other.name)
      if (parts.mostBytes > 0 && (await store.bytesOf(actor.id)) + text.length > parts.mostBytes)
        throw new PreconditionFault('quota-not-exceeded', 'There is no more space for calendar objects.')
      const tags = await tagsByName(tx, actor.id)
      const ownerZone = await zoneOf(tx, actor.id)
      const context = contextOf(calendar, ownerZone, tag => tags.has(tag))
      const now = clock.now()
      const place = { name, id: existing?.id }
      const writing =
        collection.kind === 'schedule'
          ? writeEvent(
              storage,
              actor,
              place,
              { uid, text, model: asPrecondition(() => readEvent(components, context)) },
              { tags, now, ownerZone },
            )
          : writeTask({ uow: storage, todos, now, tags }, actor, collection, place, {
              uid,
              text,
              model: asPrecondition(() => readTask(components, context)),
            })
      return { ...(await writing.catch(refuse)), is_new: !existing }
    })
  }

  const position = (collection: Collection): Promise<number> =>
    collection.source === 'own'
      ? storage.read(db => totalsStore(db).currentSeq(collection.owner_id))
      : readOnly.position(collection)

  const removeItem = (actor: Actor, { kind }: Collection, id: string): Promise<void> =>
    kind === 'todo'
      ? todos.remove(actor, id)
      : storage.write([actor.id], inner => deleteSchedules(inner, [id]))

  return {
    ...calendarCollections(parts),

    /** The current position: of the owner's change log, or a hash of the content for read-only collections. */
    position,

    ownerZone: (actor: Actor): Promise<string> => storage.read(db => zoneOf(db, actor.id)),

    async list(collection: Collection, after?: [version: number, id: string]): Promise<Listed[]> {
      if (collection.source === 'own') return storage.read(db => objectStore(db).list(collection, after))
      const all = await readOnly.list(collection)
      const [version, id] = after ?? [-1, '']
      return all.filter(each => each.version > version || (each.version === version && each.id > id))
    },

    async named(collection: Collection, names: readonly string[]): Promise<Listed[]> {
      if (collection.source !== 'own') {
        const wanted = new Set(names)
        return (await readOnly.list(collection)).filter(each => wanted.has(each.name))
      }
      const found: Listed[] = []
      const pause = pauses()
      for (const some of slicesOf(names)) {
        found.push(...(await storage.read(db => objectStore(db).named(collection, some))))
        await pause()
      }
      return found
    },

    /** Events that may have an occurrence in the window, by their stored range. */
    inRange: (collection: Collection, window: { from: number; to: number }): Promise<Listed[]> =>
      collection.source === 'own'
        ? storage.read(db => objectStore(db).inRange(collection, window))
        : readOnly.inRange(collection, window),

    read,

    /** Returns the changes after a position: objects that are in the collection, and names of those that left it. */
    async changes(collection: Collection, since: number, limit: number) {
      const none = { present: [], left: [], more: false, position: since }
      // Returns early, because apps ask often and usually nothing has changed.
      if (since === (await position(collection))) return none
      if (collection.source !== 'own') throw tooOld()
      return storage.snapshot(async db => {
        const position = await totalsStore(db).currentSeq(collection.owner_id)
        if (since > position || since < (await changeStore(db).startOf(collection.owner_id))) throw tooOld()
        const store = objectStore(db)
        const changed = await store.changed(collection, since, limit + 1)
        const page = changed.slice(0, limit)
        const present: Listed[] = []
        const left: string[] = []
        for (const some of slicesOf(page.map(each => each.id))) {
          const found = await store.among(collection, some)
          const there = new Set(found.map(each => each.id))
          present.push(...found)
          const absent = some.filter(id => !there.has(id))
          const gone = await store.left(collection, since, absent)
          const stored = await store.stored(collection.kind, [...gone])
          for (const id of gone) left.push(stored.get(id)?.name ?? `${id}.ics`)
        }
        const more = changed.length > limit
        return { present, left, more, position: more ? (page.at(-1)?.seq ?? position) : position }
      })
    },

    put,

    remove: (actor: Actor, { collection, name }: Target, check: CheckVersion): Promise<void> =>
      storage.enclose([actor.id], async tx => {
        const [existing] = await objectStore(tx).named(collection, [name])
        if (!existing) throw notFound('There is no such object.')
        check(existing.version)
        await removeItem(actor, collection, existing.id)
      }),

    /** Moves a todo to another group, or renames an object. */
    async move(
      actor: Actor,
      from: Target,
      to: Target,
      { overwrite, check }: { overwrite: boolean; check: CheckVersion },
    ): Promise<{ is_new: boolean }> {
      if (from.collection.kind !== to.collection.kind)
        throw new PreconditionFault(
          'supported-calendar-component',
          'Events and tasks have separate collections.',
        )
      return storage.enclose([actor.id], async tx => {
        const store = objectStore(tx)
        const [source] = await store.named(from.collection, [from.name])
        if (!source) throw notFound('There is no such object.')
        check(source.version)
        const [target] = await store.named(to.collection, [to.name])
        if (target?.id === source.id) return { is_new: false }
        if (target && !overwrite) throw changedSince('The destination exists.')
        if (target) await removeItem(actor, to.collection, target.id)
        // Stores the text, because only stored objects can have a name other than their id.
        if (!source.is_stored && from.name !== to.name) {
          const [object] = await readObjects(tx, from.collection, [source], await zoneOf(tx, actor.id))
          await put(actor, from, object?.text ?? '', () => {})
        }
        if (from.collection.group_id !== to.collection.group_id && to.collection.group_id !== null)
          await todos.update(actor, source.id, { tag_group_id: to.collection.group_id, parent_id: null })
        await store.rename(from.collection.kind, source.id, to.name)
        return { is_new: !target }
      })
    },

    /** Deletes the texts of items that no longer exist. */
    sweep: (): Promise<void> => storage.write([], tx => objectStore(tx).removeOrphans()),
  }
}

const tooOld = () =>
  new PreconditionFault('valid-sync-token', 'This sync token is too old. Sync from the beginning.')

const zoneOf = async (db: Db, ownerId: string): Promise<string> =>
  (await preferenceStore(db).timezone(ownerId)) ?? 'UTC'

/** The owner's tags by name. If two tags share a name, the first in the list wins. */
async function tagsByName(db: Db, ownerId: string): Promise<Map<string, string>> {
  const { items } = await tagStore(db).listTags(ownerId, {})
  return new Map(items.toReversed().map(tag => [tag.name, tag.id]))
}
