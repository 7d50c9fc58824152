// Moves a task to another list, or gives an object another name.
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { changedSince, notFound } from '../../../platform/kernel/errors.ts'
import { deleteSchedules } from '../../planning/deletion.ts'
import { patchTodo } from '../../planning/todos/patch.ts'
import { removeTodo } from '../../planning/todos/service.ts'
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

/** The rules of the server for stored objects. */
type Put = (tx: RequestTx, target: Target, text: string, check: CheckVersion) => Promise<unknown>

export async function moveObject(
  tx: RequestTx,
  put: Put,
  from: Target,
  to: Target,
  { overwrite, check }: MoveOptions,
): Promise<{ is_new: boolean }> {
  if (from.collection.kind !== to.collection.kind)
    throw new PreconditionFault('supported-calendar-component', 'Events and tasks have separate collections.')
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
  if (target) await removeItem(tx, to.collection, target.id)
  if (from.name !== to.name) await rename(tx, put, from, to, source)
  if (from.collection.group_id !== to.collection.group_id)
    await changeGroup(tx, put, from, to.collection, source, uid)
  return { is_new: !target }
}

export const removeItem = (tx: RequestTx, { kind }: Collection, id: string): Promise<void> =>
  kind === 'todo' ? removeTodo(tx, id) : deleteSchedules(tx, [id])

async function storeText(
  tx: RequestTx,
  put: Put,
  { collection, name }: Target,
  source: Listed,
): Promise<void> {
  const [object] = await readObjects(tx, collection, [source], await zoneOf(tx, tx.actor.id))
  await put(tx, { collection, name }, object?.text ?? '', () => {})
}

/**
 * Renames an object. Also stores its text, because only stored objects can have a name other than their id. This write
 * also makes other devices notice the rename.
 */
async function rename(tx: RequestTx, put: Put, from: Target, to: Target, source: Listed): Promise<void> {
  // Notes the rename before the write, so that only sync tokens from before the write are refused.
  await noteRename(tx, from.collection)
  await storeText(tx, put, from, source)
  await objectStore(tx).rename(from.collection.kind, source.id, to.name)
}

/**
 * Moves a task to another group. Remembers the UID of a missing parent, because apps move a task and its parent
 * separately.
 */
async function changeGroup(
  tx: RequestTx,
  put: Put,
  from: Target,
  collection: Collection,
  source: Listed,
  uid: string,
): Promise<void> {
  const { id } = source
  const parentId = (await todoStore(tx).find(id))?.parent_id ?? null
  const stored = (await objectStore(tx).stored('todo', [id])).get(id)
  const waitsFor = stored?.parent_uid ?? null
  const parentUid = parentId === null ? waitsFor : (await uidsOf(tx, [parentId]))(parentId)
  const [parent] = parentUid === null ? [] : await objectStore(tx).withUid(collection, parentUid)
  // Only stored objects can wait for a parent. A renamed object is already stored.
  if (parentUid !== null && !parent && !stored) await storeText(tx, put, from, source)
  await patchTodo(tx, id, { tag_group_id: collection.group_id ?? '', parent_id: null })
  if (parent && parent.id !== id) await hangBelow(tx, id, parent.id)
  await objectStore(tx).setParentUid(id, parent ? null : parentUid)
  await linkChildren(tx, collection, id, uid)
}
