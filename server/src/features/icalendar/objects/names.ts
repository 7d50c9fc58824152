// Keeps the names and UIDs of objects unique in each collection, and records renames for sync tokens.
import type { NetRow } from '../../../platform/changes/recording/net-rows.ts'
import { totalsStore } from '../../../platform/changes/totals-store.ts'
import type { Cause } from '../../../platform/kernel/cause.ts'
import { slicesOf } from '../../../platform/storage/statements/in-steps.ts'
import type { Db, Tx } from '../../../platform/storage/unit-of-work.ts'
import { setUid } from '../mapping/component-text.ts'
import { parseCalendar, writeCalendar } from '../text/content-line.ts'
import { COMPONENT, type Collection, type ObjectKind, SCHEDULES } from './collection.ts'
import { propertyStore } from './property-store.ts'
import { objectStore } from './store.ts'

const RENAMED = 'daymark renamed'

type Place = Pick<Collection, 'owner_id' | 'group_id'>

const keyOf = ({ group_id }: Place): string => `names of ${group_id ?? SCHEDULES}`

/**
 * Records that an object was renamed. Sync reports removed objects by their last name, so clients that know an earlier
 * name must sync from the beginning.
 */
export async function noteRename(tx: Tx, place: Place): Promise<void> {
  const position = await totalsStore(tx).currentSeq(place.owner_id)
  await propertyStore(tx).setProperty(place.owner_id, keyOf(place), RENAMED, String(position))
}

/** Returns the change log position of the last rename in this collection, or -1 if there was none. */
export async function renamedAt(db: Db, place: Place): Promise<number> {
  const found = await propertyStore(db).properties(place.owner_id, keyOf(place))
  return Number(found.get(RENAMED) ?? -1)
}

/**
 * Changes the name or UID of an item that was restored or moved to another group, if another object there already has
 * the same one.
 */
export async function keepNamesApart(tx: Tx, rows: readonly NetRow[], { via }: Cause): Promise<void> {
  const isUndo = via === 'undo'
  for (const [kind, table] of [
    ['schedule', 'schedules'],
    ['todo', 'todos'],
  ] as const) {
    const groups = new Map<string, string | null>()
    for (const { table: of, before, after, key } of rows) {
      if (of !== table || !after) continue
      const hasMoved = before !== null && before['tag_group_id'] !== after['tag_group_id']
      if (hasMoved || (isUndo && before === null))
        groups.set(String(key['id']), hasMoved ? String(before['tag_group_id']) : null)
    }
    for (const some of slicesOf([...groups.keys()])) await rename(tx, kind, some, groups)
  }
}

/** Gives colliding items another name or UID. `groups` maps each item to the group that it has left, or null. */
async function rename(
  tx: Tx,
  kind: ObjectKind,
  ids: readonly string[],
  groups: ReadonlyMap<string, string | null>,
): Promise<void> {
  const store = objectStore(tx)
  const taken = Map.groupBy(await store.colliding(kind, ids), ({ id }) => id)
  for (const [id, object] of await store.stored(kind, [...taken.keys()])) {
    const others = taken.get(id) ?? []
    const name = others.some(each => each.name === object.name) ? `${id}.ics` : object.name
    const uid = others.some(each => each.uid === object.uid) ? id : object.uid
    const calendar = parseCalendar(object.source)
    setUid(calendar, COMPONENT[kind], uid)
    const source = uid === object.uid ? object.source : writeCalendar(calendar)
    await store.save({ ...object, name, uid, source })
    const group_id = groups.get(id) ?? null
    if (group_id !== null && name !== object.name)
      await noteRename(tx, { owner_id: object.owner_id, group_id })
  }
}
