// Stores a task from a client as a todo, together with the task's text.
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { isRefusal, Problem } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { patchTodo } from '../../planning/todos/patch.ts'
import { TODO_LEVELS } from '../../planning/todos/record.ts'
import { isOpen } from '../../planning/todos/repeating/repetition.ts'
import { createTodo } from '../../planning/todos/service.ts'
import { todoStore } from '../../planning/todos/store.ts'
import type { TaggedTodo } from '../../planning/todos/todo.ts'
import { sameReminders } from '../mapping/alarm.ts'
import type { TaskModel } from '../mapping/model.ts'
import type { Collection } from './collection.ts'
import { taskModel, taskRule } from './item-model.ts'
import { uidsOf } from './read.ts'
import { objectStore } from './store.ts'
import { idsOf, type Place, type Sent, type TagIds, type Written } from './written.ts'

interface TaskOptions {
  tags: TagIds
  /** A task that would be too deep is put below its deepest ancestor that may have subtodos. Otherwise, it is refused. */
  raises?: boolean
}

export interface WrittenTask extends Written {
  /** True if the task is not below the parent that its text names, because it would be too deep. */
  is_raised: boolean
}

/** Creates or changes a todo. */
export async function writeTask(
  tx: RequestTx,
  collection: Collection,
  place: Place,
  { uid, text, model }: Sent<TaskModel>,
  { tags, raises = false }: TaskOptions,
): Promise<WrittenTask> {
  const id = place.id ?? newId()
  const named = await parentOf(tx, collection, model.parent, id)
  const parent = raises && named !== null ? await deepestAllowed(tx, tx.actor.id, named, place.id) : named
  const object = {
    ...{ kind: 'todo' as const, resource_id: id, owner_id: tx.actor.id, name: place.name, uid, source: text },
    base: JSON.stringify(model),
  }
  // Stores the text before the round is closed, because closing it creates the next round, which copies the text.
  const closesRound = model.rule !== null && model.status !== 'open'
  const opened: TaskModel = closesRound ? { ...model, status: 'open' } : model
  if (place.id === undefined) await createTask(tx, collection, id, opened, parent, tags)
  if (closesRound) await objectStore(tx).save({ ...object, parent_uid: null })
  if (place.id !== undefined || closesRound) await updateTask(tx, id, model, parent, tags)
  const todo = await todoStore(tx).find(id)
  if (!todo) throw new Problem('not_found', 'Todo not found.')
  const completed_at =
    todo.status === 'DONE' && model.completed !== null ? model.completed : todo.completed_at
  // Saves with every write, so that the version increases even if only properties that Daymark does not model differ.
  await todoStore(tx).save({ ...todo, completed_at, updated_at: Math.max(tx.now, todo.updated_at + 1) })
  await objectStore(tx).save({ ...object, parent_uid: todo.parent_id === null ? model.parent : null })
  await linkChildren(tx, collection, id, uid)
  const [saved] = await todoStore(tx).byIds([id])
  const shownParent =
    todo.parent_id !== null && saved?.parent_id ? await uidsOf(tx, [saved.parent_id]) : undefined
  const after = saved && taskModel(saved, shownParent ? shownParent(saved.parent_id ?? '') : model.parent)
  return { id, is_same: JSON.stringify(after) === JSON.stringify(model), is_raised: parent !== named }
}

/**
 * Returns the parent's id, or null if the parent does not exist yet or is below the task. The task then waits for its
 * parent, because apps change the two separately, for example to swap them.
 */
async function parentOf(
  db: Db,
  collection: Collection,
  uid: string | null,
  id: string,
): Promise<string | null> {
  const [parent] = uid === null ? [] : await objectStore(db).withUid(collection, uid)
  const line = parent ? await todoStore(db).line(collection.owner_id, parent.id) : []
  return !parent || line.some(each => each.id === id) ? null : parent.id
}

const dueText = ({ due, due_is_date }: TaskModel): string | null =>
  due === null ? null : new Date(due).toISOString().slice(0, due_is_date ? 10 : undefined)

async function createTask(
  tx: RequestTx,
  collection: Collection,
  id: string,
  model: TaskModel,
  parent_id: string | null,
  tags: TagIds,
): Promise<void> {
  const status = model.status === 'done' ? 'DONE' : model.status === 'canceled' ? 'CANCELLED' : 'UNSCHEDULED'
  await createTodo(tx, {
    id,
    tag_group_id: collection.group_id ?? '',
    title: model.title,
    description: model.description,
    deadline: dueText(model),
    status,
    priority: model.priority,
    estimate_minutes: model.estimate_minutes,
    tag_ids: idsOf(model.tags, tags),
    parent_id,
    recurrence_rule: model.rule,
    // The text lists all alarms, so the default reminders do not apply.
    reminders: [...(model.reminders ?? [])],
    ...(model.timezone !== '' && { timezone: model.timezone }),
  })
}

/** Changes only fields that differ from what the client was shown, because Daymark may store them more precisely. */
async function updateTask(
  tx: RequestTx,
  id: string,
  model: TaskModel,
  parent_id: string | null,
  tags: TagIds,
): Promise<void> {
  const [todo] = await todoStore(tx).byIds([id])
  if (!todo) throw new Problem('not_found', 'Todo not found.')
  const shown = taskModel(todo, null)
  const sameDue = shown.due === model.due && shown.due_is_date === model.due_is_date
  const body = {
    ...(shown.title !== model.title && { title: model.title }),
    ...(shown.description !== model.description && { description: model.description }),
    ...(!sameDue && { deadline: dueText(model) }),
    ...(model.timezone !== '' && shown.timezone !== model.timezone && { timezone: model.timezone }),
    ...(shown.priority !== model.priority && { priority: model.priority }),
    ...(shown.estimate_minutes !== model.estimate_minutes && { estimate_minutes: model.estimate_minutes }),
    ...(String(shown.tags) !== String(model.tags) && { tag_ids: idsOf(model.tags, tags) }),
    ...(!sameReminders(shown.reminders, model.reminders) && { reminders: [...(model.reminders ?? [])] }),
    ...(todo.parent_id !== parent_id && { parent_id }),
    ...rulePatch(todo, shown, model),
    ...statusPatch(todo, model),
  }
  if (Object.keys(body).length > 0) await patchTodo(tx, id, body)
}

function rulePatch(
  todo: TaggedTodo,
  shown: TaskModel,
  model: TaskModel,
): { recurrence_rule?: string | null } {
  if (model.rule === shown.rule || model.rule === taskRule(todo)) return {}
  // The rule of a closed todo is hidden from clients, so its absence is not a change.
  if (model.rule === null && !isOpen(todo.status)) return {}
  return { recurrence_rule: model.rule }
}

function statusPatch(
  { status }: TaggedTodo,
  model: TaskModel,
): { status?: 'DONE' | 'CANCELLED' | 'UNSCHEDULED' } {
  if (model.status === 'done') return status === 'DONE' ? {} : { status: 'DONE' }
  if (model.status === 'canceled') return status === 'CANCELLED' ? {} : { status: 'CANCELLED' }
  return isOpen(status) ? {} : { status: 'UNSCHEDULED' }
}

/**
 * Links children that arrived before their parent, or while the parent was still below them. A child that cannot be
 * linked keeps waiting.
 */
export async function linkChildren(
  tx: RequestTx,
  collection: Collection,
  id: string,
  uid: string,
): Promise<void> {
  const waiting = await objectStore(tx).waitingFor(collection.owner_id, uid)
  for (const childId of waiting.filter(each => each !== id)) {
    try {
      await hangBelow(tx, childId, id)
      await objectStore(tx).setParentUid(childId, null)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
}

/** Puts a task below its parent, or below the parent's deepest ancestor that keeps the tree within its levels. */
export async function hangBelow(tx: RequestTx, id: string, parentId: string): Promise<void> {
  try {
    await tx.attempt(() => patchTodo(tx, id, { parent_id: parentId }))
  } catch (error) {
    if (!isRefusal(error) || error.code !== TODO_LEVELS) throw error
    const parent_id = await deepestAllowed(tx, tx.actor.id, parentId, id)
    await tx.attempt(() => patchTodo(tx, id, { parent_id }))
  }
}

/**
 * Returns the parent, or its deepest ancestor that keeps the tree within its levels. A task that is already below the
 * parent stays there, although trees of earlier versions may be deeper. `id` is undefined for a new task.
 */
export async function deepestAllowed(
  db: Db,
  ownerId: string,
  parentId: string,
  id: string | undefined,
): Promise<string | null> {
  const store = todoStore(db)
  const line = await store.line(ownerId, parentId)
  if (line.length < MAX_TODO_LEVELS && id === undefined) return parentId
  const [task] = id === undefined ? [] : await store.byIds([id])
  if (task?.parent_id === parentId) return parentId
  const height = id === undefined ? 1 : await store.height(id, MAX_TODO_LEVELS + 1)
  if (line.length + height <= MAX_TODO_LEVELS) return parentId
  return line.toReversed()[MAX_TODO_LEVELS - height - 1]?.id ?? null
}
