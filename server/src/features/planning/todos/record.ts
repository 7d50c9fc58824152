// Inserts todos and applies their changes to linked schedules, inside the caller's transaction.
import type { Actor } from '../../../platform/kernel/actor.ts'
import { invalid, rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { ownsGroup } from '../../tags/store.ts'
import { deleteSchedules } from '../deletion.ts'
import { insertLinked, saveLinked } from '../schedules/linked.ts'
import type { Schedule } from '../schedules/schedule.ts'
import { scheduleStore } from '../schedules/store.ts'
import { type Consequences, consequences, type NewSchedule, newSchedule, type TodoFacts } from './deadline.ts'
import { todoStore } from './store.ts'
import { newTodo, type Todo } from './todo.ts'
import { positionError } from './tree.ts'

/** Throws 400 unless the group belongs to the actor. */
export async function requireOwnGroup(tx: Tx, actor: Actor, groupId: string): Promise<void> {
  if (!(await ownsGroup(tx, actor.id, groupId))) throw rejected('The tag group was not found.')
}

/** Throws 400 unless the parent allows this position. */
export async function requireValidPosition(tx: Tx, todo: Todo): Promise<void> {
  const line = todo.parent_id === null ? [] : await todoStore(tx).line(todo.owner_id, todo.parent_id)
  const fault = positionError(todo, line)
  if (fault !== undefined) throw rejected(fault)
}

/** Inserts a todo. The caller has checked group, tags and parent. */
export async function recordTodo(tx: Tx, todo: Todo, tagIds: readonly string[]): Promise<void> {
  const store = todoStore(tx)
  await store.insert(todo)
  await store.addTags(todo.id, tagIds)
}

/**
 * Inserts a todo that is created from a schedule. Creates no other schedule for it. Rejects a group of someone else.
 */
export async function recordTodoOf(
  tx: Tx,
  actor: Actor,
  schedule: Schedule,
  groupId: string,
  tagIds: readonly string[],
  now: number,
): Promise<string> {
  await requireOwnGroup(tx, actor, groupId)
  const todo = newTodo({
    id: newId(),
    owner_id: actor.id,
    tag_group_id: groupId,
    title: schedule.title,
    description: schedule.description,
    deadline: schedule.start_time,
    status: 'SCHEDULED',
    created_at: now,
  })
  await recordTodo(tx, todo, tagIds)
  return todo.id
}

/** Rule 1: creates a schedule for a todo with a deadline. */
export async function scheduleNew(tx: Tx, todo: Todo, tagIds: readonly string[]): Promise<void> {
  await insert(tx, todo, newSchedule({ ...todo, tag_ids: tagIds }))
}

/** Updates the schedules linked to a changed todo. */
export async function followTodo(tx: Tx, todo: Todo, before: TodoFacts, after: TodoFacts): Promise<void> {
  const schedules = scheduleStore(tx)
  const linked = await schedules.linkedTo(todo.id)
  const { create, change, remove, retag } = consequences(before, after, linked)
  refuseLateSeries(change)
  await insert(tx, todo, create)
  for (const { schedule, changes } of change) await saveLinked(tx, schedule, changes, todo.updated_at)
  await schedules.setTags(idsOf(retag), after.tag_ids)
  await deleteSchedules(tx, idsOf(remove))
}

async function insert(tx: Tx, todo: Todo, schedule: NewSchedule | null): Promise<void> {
  if (!schedule) return
  await insertLinked(tx, {
    ...schedule,
    owner_id: todo.owner_id,
    source_todo_id: todo.id,
    created_at: todo.updated_at,
  })
}

function refuseLateSeries(changes: Consequences<Schedule>['change']): void {
  for (const { schedule, changes: changed } of changes) {
    const end = schedule.recurrence_end
    if (end !== null && (changed.start_time ?? 0) > end) {
      throw invalid('deadline', 'must not be later than the end of the series that is linked to the todo')
    }
  }
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map(item => item.id)
