// Calendar objects for the CalDAV protocol: lists, texts, changes since a position, and writes.
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { changeStore } from '../../../platform/changes/store.ts'
import { totalsStore } from '../../../platform/changes/totals-store.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { notFound } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { slicesOf, untilNone } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { tagStore } from '../../tags/store.ts'
import { uidOf } from '../mapping/component-text.ts'
import { readEvent } from '../mapping/event-reader.ts'
import type { EventModel } from '../mapping/model.ts'
import { eventsOf, splitCalendar } from '../mapping/split-series.ts'
import { readTask } from '../mapping/task.ts'
import { readOnlySource } from '../read-only/source.ts'
import { type Component, writeCalendar } from '../text/content-line.ts'
import {
  type Collection,
  type Listed,
  type ListPosition,
  type Placed,
  PreconditionFault,
} from './collection.ts'
import { type CollectionParts, calendarCollections } from './collections.ts'
import { membersAt } from './former-store.ts'
import { type MoveOptions, moveObject, removeItem } from './move.ts'
import { renamedAt } from './names.ts'
import { type CalendarObject, contextOf, readObjects, uidsOf, zoneOf } from './read.ts'
import { asPrecondition, readSent, refuse } from './sent.ts'
import { objectStore } from './store.ts'
import { writeEvent } from './write-event.ts'
import { writeTask } from './write-task.ts'
import type { CheckVersion, Place, Sent, Target, Written } from './written.ts'

export type CalendarObjectService = ReturnType<typeof calendarObjectService>

interface Parts extends CollectionParts {
  clock: Clock
  /** The quota for stored texts per person, in bytes. 0 means no limit. */
  mostBytes: number
}

const STEP = 200
const LIST_STEP = 2_000 // Larger than other steps, because listed objects have no text.

export function calendarObjectService(parts: Parts) {
  const { storage } = parts
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
    tx: RequestTx,
    { collection, name }: Target,
    sent: string,
    check: CheckVersion,
  ): Promise<Written & { is_new: boolean }> {
    const { actor } = tx
    const { calendar, components, uid, text } = readSent(collection, sent)
    const store = objectStore(tx)
    const [existing] = await store.named(collection, [name])
    check(existing?.version)
    const current = existing && (await uidsOf(tx, [existing.id], collection.kind))(existing.id)
    if (current !== undefined && current.toLowerCase() !== uid.toLowerCase())
      throw new PreconditionFault('no-uid-conflict', 'The object at this address has another UID.', name)
    const [other] = (await store.withUid(collection, uid)).filter(each => each.id !== existing?.id)
    if (other) throw new PreconditionFault('no-uid-conflict', 'Another object has this UID.', other.name)
    if (parts.mostBytes > 0 && (await store.bytesOf(actor.id)) + text.length > parts.mostBytes)
      throw new PreconditionFault('quota-not-exceeded', 'Your calendar is full. Delete some entries first.')
    const tags = await tagsByName(tx, actor.id)
    const ownerZone = await zoneOf(tx, actor.id)
    const context = contextOf(calendar, ownerZone, tag => tags.has(tag))
    const place = { name, id: existing?.id }
    if (collection.kind === 'todo') {
      const model = asPrecondition(() => readTask(components, context))
      const task = { uid, text, model }
      const writing = writeTask(tx, collection, place, task, { tags })
      const { id, is_same } = await writing.catch(refuse)
      return { id, is_same: is_same && text === sent, is_new: !existing }
    }
    const [first = calendar, ...others] = asPrecondition(() => splitCalendar(calendar, context))
    const events = (part: Component, partText: string) => ({
      uid: uidOf(eventsOf(part)[0] ?? part),
      text: partText,
      model: asPrecondition(() => readEvent(eventsOf(part), context)),
    })
    const write = (to: Place, event: Sent<EventModel>) =>
      writeEvent(tx, to, event, { tags, ownerZone }).catch(refuse)
    const isWhole = first === calendar
    const { id, is_same } = await write(place, events(first, isWhole ? text : writeCalendar(first)))
    for (const other of others) {
      const event = events(other, writeCalendar(other))
      const [known] = await store.withUid(collection, event.uid)
      await write({ name: known?.name ?? `${newId()}.ics`, id: known?.id }, event)
    }
    return { id, is_same: is_same && isWhole && text === sent, is_new: !existing }
  }

  const position = (collection: Collection): Promise<number> =>
    collection.source === 'own'
      ? storage.read(db => totalsStore(db).lastOf(collection.owner_id, collection.kind))
      : readOnly.position(collection)

  /** Yields the objects after a position. Reads own collections in steps, because they may be large. */
  async function* list(
    collection: Collection,
    after?: ListPosition,
    size = LIST_STEP,
  ): AsyncGenerator<Placed[]> {
    if (collection.source !== 'own') {
      const [version = -1, id] = [after?.place[0], after?.id ?? '']
      const all = await readOnly.list(collection)
      const rest = all.filter(each => each.version > version || (each.version === version && each.id > id))
      return yield rest.map(each => ({ ...each, place: [each.version] }))
    }
    const pause = pauses()
    for (let [last, isLast] = [after, false]; !isLast; await pause()) {
      const step = await storage.read(db => objectStore(db).list(collection, last, size))
      yield step
      last = step.at(-1)
      isLast = step.length < size
    }
  }

  return {
    ...calendarCollections(parts),

    /** The owner's last change of an item of this kind, or a hash of the content for read-only collections. */
    position,

    ownerZone: (actor: Actor): Promise<string> => storage.read(db => zoneOf(db, actor.id)),

    list,

    /**
     * Yields every object once, even if its place in the list changes meanwhile, because clients delete their copies of
     * objects that are missing from the list.
     */
    async *listAll(collection: Collection, size = LIST_STEP): AsyncGenerator<Listed[]> {
      if (collection.source !== 'own') return yield* list(collection)
      const start = await position(collection)
      const sent = new Set<string>()
      const unsent = (some: readonly Listed[]) => {
        const fresh = some.filter(({ id }) => !sent.has(id))
        for (const { id } of fresh) sent.add(id)
        return fresh
      }
      let steps = 0
      for await (const step of list(collection, undefined, size)) {
        steps += 1
        yield unsent(step)
      }
      for (let [since, isLast] = [start, steps < 2]; !isLast; ) {
        const changed = await storage.read(db => objectStore(db).changed(collection, since, STEP))
        const ids = changed.flatMap(({ id }) => (sent.has(id) ? [] : id))
        yield unsent(await storage.read(db => objectStore(db).among(collection, ids)))
        since = changed.at(-1)?.seq ?? since
        isLast = changed.length < STEP
      }
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

    /** Returns at least the events in the window. Some of the returned events may have no occurrence in the window. */
    inRange: (collection: Collection, window: { from: number; to: number }): Promise<Listed[]> =>
      collection.source === 'own'
        ? storage.read(db => objectStore(db).inRange(collection, window))
        : readOnly.inRange(collection, window),

    read,

    /** Returns the changes after a position: objects in the collection, and the names of those that left it. */
    async changes(collection: Collection, since: number, limit: number) {
      const none = { present: [], left: [], more: false, position: since }
      // Returns early, because apps poll often and usually nothing has changed.
      if (since === (await position(collection))) return none
      if (collection.source !== 'own') throw tooOld()
      return storage.snapshot(async db => {
        const position = await totalsStore(db).lastOf(collection.owner_id, collection.kind)
        const first = await changeStore(db).startOf(collection.owner_id)
        if (since > position || since < first || since <= (await renamedAt(db, collection))) throw tooOld()
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
          // Apps know a stored object even if it is newer than their token, because one of them has sent it.
          const known = await membersAt(db, collection, since, [...gone.difference(stored)])
          for (const id of gone)
            if (stored.has(id) || known.has(id)) left.push(stored.get(id)?.name ?? `${id}.ics`)
        }
        // Omits names that another object has taken since, because clients would delete their copy of that object.
        const taken = new Set<string>()
        for (const some of slicesOf(left))
          for (const { name } of await store.named(collection, some)) taken.add(name)
        const more = changed.length > limit
        const gone = left.filter(name => !taken.has(name))
        return { present, left: gone, more, position: more ? (page.at(-1)?.seq ?? position) : position }
      })
    },

    put,

    async remove(tx: RequestTx, { collection, name }: Target, check: CheckVersion): Promise<void> {
      const [existing] = await objectStore(tx).named(collection, [name])
      if (!existing) throw notFound('There is no such object.')
      check(existing.version)
      await removeItem(tx, collection, existing.id)
    },

    move: (tx: RequestTx, from: Target, to: Target, options: MoveOptions): Promise<{ is_new: boolean }> =>
      moveObject(tx, put, from, to, options),

    /** Deletes the texts of items that no longer exist and that are no longer in the change log. */
    sweep: (): Promise<number> => untilNone(storage, tx => objectStore(tx).removeOrphans()),
  }
}

const tooOld = () =>
  new PreconditionFault('valid-sync-token', 'This sync token is too old. Sync from the beginning.')

/** Maps names to the owner's tags. If two tags share a name, the first in the list wins. */
async function tagsByName(db: Db, ownerId: string): Promise<Map<string, string>> {
  const { items } = await tagStore(db).listTags(ownerId, {})
  return new Map(items.toReversed().map(tag => [tag.name, tag.id]))
}
