import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import { parseRule } from '@daymark/recurrence/rule'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { invalid, Problem, rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { requireOwnGroup } from '../../tags/service.ts'
import { deleteSchedules } from '../deletion.ts'
import { hasTimesOfDay } from '../schedules/all-day/rule.ts'
import { isWritable } from '../schedules/change.ts'
import { changedLinked, insertLinked, saveLinked } from '../schedules/linked.ts'
import { isSeries, type Schedule } from '../schedules/schedule.ts'
import { scheduleStore } from '../schedules/store.ts'
import { consequences, type NewSchedule, newSchedule, type TodoFacts } from './deadline.ts'
import { dueAt } from './due.ts'
import { todoStore } from './store.ts'
import { newTodo, type Todo } from './todo.ts'
import { isLevelAllowed, levelsOf, positionError } from './tree.ts'

/**
 * Throws 400 if the todo cannot be placed below its parent, and 422 if it or its subtodos would be too deep. `before` is
 * the todo before a change.
 */
export async function requireValidPosition(tx: Tx, todo: Todo, before?: Todo): Promise<void> {
  const { parent_id } = todo
  if (parent_id === null) return
  const store = todoStore(tx)
  const isMoved = before === undefined || before.parent_id !== parent_id
  const line = await store.line(todo.owner_id, parent_id, isMoved ? undefined : 0)
  const fault = positionError(todo, line)
  if (fault !== undefined) throw rejected(fault)
  if (!isMoved) return
  // Counts each todo once, because older versions could leave todos below themselves.
  const level = new Set(line.map(({ id }) => id)).size + 1
  const height = before ? await store.height(before.id, MAX_TODO_LEVELS + 1) : 1
  if (isLevelAllowed(level, height)) return
  if (!before || !isLevelAllowed(level, height, await levelOf(tx, before.id))) throw tooDeep()
}

async function levelOf(tx: Tx, id: string): Promise<number | undefined> {
  const nodes = await todoStore(tx).ancestry([id])
  return levelsOf(new Map(nodes.map(node => [node.id, node]))).get(id)
}

/** Has a code, so that other protocols and bulk requests can tell it from other errors. */
export const tooDeep = (): Problem =>
  new Problem('invalid', `parent_id ${TOO_DEEP}.`, {
    errors: [{ path: 'parent_id', message: TOO_DEEP }],
    code: TODO_LEVELS,
  })

export const TODO_LEVELS = 'todo_levels'
const TOO_DEEP = `must be higher in the tree, because a tree of todos has at most ${MAX_TODO_LEVELS} levels`

/** Inserts a todo with its tags. The caller must have checked the group, tags and parent. */
export async function recordTodo(tx: Tx, todo: Todo, tagIds: readonly string[]): Promise<void> {
  const store = todoStore(tx)
  await store.insert(todo)
  await store.addTags(todo.id, tagIds)
}

/** Inserts a todo for a schedule, without creating another schedule. Rejects another person's group. */
export async function recordTodoOf(
  tx: Tx,
  actor: Actor,
  schedule: Schedule,
  groupId: string,
  tagIds: readonly string[],
  now: number,
): Promise<string> {
  await requireOwnGroup(tx, actor.id, groupId)
  const todo = newTodo({
    id: newId(),
    owner_id: actor.id,
    tag_group_id: groupId,
    title: schedule.title,
    description: schedule.description,
    ...dueAt({ at: schedule.start_time, is_date: schedule.all_day }),
    timezone: schedule.timezone,
    status: 'SCHEDULED',
    created_at: now,
  })
  await recordTodo(tx, todo, tagIds)
  return todo.id
}

export async function scheduleNew(tx: Tx, todo: Todo, tagIds: readonly string[]): Promise<void> {
  await insert(tx, todo, newSchedule({ ...todo, tag_ids: tagIds }))
}

export async function followTodo(tx: Tx, todo: Todo, before: TodoFacts, after: TodoFacts): Promise<void> {
  const schedules = scheduleStore(tx)
  const linked = await schedules.linkedTo(todo.id)
  const { create, change, remove, retag } = consequences(before, after, linked)
  const saved = change.map(({ schedule, changes }) => ({
    before: schedule,
    after: changedLinked(schedule, { ...changes, updated_at: todo.updated_at }),
  }))
  for (const each of saved) refuseImpossible(each.after)
  await insert(tx, todo, create)
  for (const each of saved) await saveLinked(tx, each.before, each.after)
  await schedules.setTags(idsOf(retag), after.tag_ids)
  await deleteSchedules(tx, idsOf(remove))
}

async function insert(tx: Tx, todo: Todo, schedule: NewSchedule | null): Promise<void> {
  if (!schedule) return
  await insertLinked(tx, {
    ...schedule,
    owner_id: todo.owner_id,
    source_todo_id: todo.id,
    timezone: todo.timezone,
    created_at: todo.updated_at,
  })
}

function refuseImpossible(schedule: Schedule): void {
  if (!isWritable(schedule.end_time)) {
    throw invalid('deadline', 'must be earlier, because the linked entry would end after the year 2200')
  }
  if (!isSeries(schedule)) return
  if (schedule.recurrence_end !== null && schedule.start_time > schedule.recurrence_end) {
    throw invalid('deadline', 'must not be later than the end of the series that is linked to the todo')
  }
  const parsed = parseRule(schedule.recurrence_rule)
  if (schedule.all_day && parsed.ok && hasTimesOfDay(parsed.rule)) {
    throw invalid('deadline', 'must have a time, because the linked series repeats at times of day')
  }
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map(item => item.id)
