// Moves a task to another list, or gives an object another name.
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { changedSince, notFound } from '../../../platform/kernel/errors.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import type { TodoService } from '../../planning/todos/service.ts'
import { todoStore } from '../../planning/todos/store.ts'
import { type Collection, type Listed, PreconditionFault } from './collection.ts'
import { noteRename } from './names.ts'
import { readObjects, uidsOf, zoneOf } from './read.ts'
import { objectStore } from './store.ts'
import { hangBelow, linkChildren } from './write-task.ts'
import type { CheckVersion, Target } from './written.ts'

export interface MoveOptions {
  overwrite: boolean
  check: CheckVersion
}

interface Parts {
  storage: RecordedStorage
  todos: TodoService
  removeItem(actor: Actor, collection: Collection, id: string): Promise<void>
  put(actor: Actor, target: Target, text: string, check: CheckVersion): Promise<unknown>
}

export async function moveObject(
  parts: Parts,
  actor: Actor,
  from: Target,
  to: Target,
  { overwrite, check }: MoveOptions,
): Promise<{ is_new: boolean }> {
  if (from.collection.kind !== to.collection.kind)
    throw new PreconditionFault('supported-calendar-component', 'Events and tasks have separate collections.')
  return parts.storage.enclose([actor.id], async tx => {
    const store = objectStore(tx)
    const [source] = await store.named(from.collection, [from.name])
    if (!source) throw notFound('There is no such object.')
    check(source.version)
    const [target] = await store.named(to.collection, [to.name])
    if (target?.id === source.id) return { is_new: false }
    if (target && !overwrite) throw changedSince('The destination already exists.')
    const uid = (await uidsOf(tx, [source.id], from.collection.kind))(source.id)
    const [other] = (await store.withUid(to.collection, uid)).filter(
      each => each.id !== source.id && each.id !== target?.id,
    )
    if (other) throw new PreconditionFault('no-uid-conflict', 'Another object has this UID.', other.name)
    if (target) await parts.removeItem(actor, to.collection, target.id)
    if (from.name !== to.name) await rename(parts, tx, actor, from, to, source)
    if (from.collection.group_id !== to.collection.group_id)
      await changeGroup(parts, tx, actor, from, to.collection, source, uid)
    return { is_new: !target }
  })
}

async function storeText(
  { put }: Parts,
  tx: Tx,
  actor: Actor,
  { collection, name }: Target,
  source: Listed,
): Promise<void> {
  const [object] = await readObjects(tx, collection, [source], await zoneOf(tx, actor.id))
  await put(actor, { collection, name }, object?.text ?? '', () => {})
}

/**
 * Renames an object. Also stores its text, because only stored objects can have a name other than their id. This write
 * also makes other devices notice the rename.
 */
async function rename(
  parts: Parts,
  tx: Tx,
  actor: Actor,
  from: Target,
  to: Target,
  source: Listed,
): Promise<void> {
  // Notes the rename before the write, so that only sync tokens from before the write are refused.
  await noteRename(tx, from.collection)
  await storeText(parts, tx, actor, from, source)
  await objectStore(tx).rename(from.collection.kind, source.id, to.name)
}

/**
 * Moves a task to another group. Remembers the UID of a missing parent, because apps move a task and its parent
 * separately.
 */
async function changeGroup(
  parts: Parts,
  tx: Tx,
  actor: Actor,
  from: Target,
  collection: Collection,
  source: Listed,
  uid: string,
): Promise<void> {
  const { storage, todos } = parts
  const { id } = source
  const parentId = (await todoStore(tx).find(id))?.parent_id ?? null
  const stored = (await objectStore(tx).stored('todo', [id])).get(id)
  const waitsFor = stored?.parent_uid ?? null
  const parentUid = parentId === null ? waitsFor : (await uidsOf(tx, [parentId]))(parentId)
  const [parent] = parentUid === null ? [] : await objectStore(tx).withUid(collection, parentUid)
  // Only stored objects can wait for a parent. A renamed object is already stored.
  if (parentUid !== null && !parent && !stored) await storeText(parts, tx, actor, from, source)
  await todos.update(actor, id, { tag_group_id: collection.group_id ?? '', parent_id: null })
  if (parent && parent.id !== id) await hangBelow(storage, todos, actor, id, parent.id)
  await objectStore(tx).setParentUid(id, parent ? null : parentUid)
  await linkChildren(storage, todos, actor, collection, id, uid)
}
