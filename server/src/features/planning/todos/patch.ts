// Changes a todo and everything that depends on it: schedules, subtree, sharing and the next round.
import type { todoRoutes } from '@daymark/contract/planning/todos'
import type { DecodedBody, DecodedQuery } from '@daymark/contract/route'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { notFound } from '../../../platform/kernel/errors.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { requireOwnGroup, requireOwnTags } from '../../tags/service.ts'
import { requireOwner, share } from '../../visibility/access.ts'
import { remindersText } from '../reminders.ts'
import { readDue, sameDue } from './due.ts'
import { followTodo, requireValidPosition } from './record.ts'
import { checkRepetition, isOpen } from './repeating/repetition.ts'
import { startNextRound } from './repeating/rounds.ts'
import { todoStore } from './store.ts'
import { completedAt, type Todo } from './todo.ts'

export type TodoPatch = DecodedBody<(typeof todoRoutes)['update']>
export type UpdateQuery = DecodedQuery<(typeof todoRoutes)['update']>

export const NO_TODO = 'Todo not found.'

/**
 * Changes the todo and returns it as it was before. Closing a repeating todo also creates the next round, unless the
 * request ends the series.
 */
export async function patchTodo(
  tx: RequestTx,
  id: string,
  body: TodoPatch,
  { series }: UpdateQuery = {},
): Promise<Todo> {
  const { actor, now } = tx
  const before = await ownTodo(tx, actor, id)
  if (Object.keys(body).length === 0) return before
  const after = await change(tx, before, body)
  const closes = isOpen(before.status) && !isOpen(after.status)
  if (closes && series !== 'end') await startNextRound(tx, actor, after, before.status, now)
  return before
}

async function change(tx: RequestTx, before: Todo, body: TodoPatch): Promise<Todo> {
  const { actor, now } = tx
  const { tag_ids, visibility, deadline, deadline_date, reminders, ...fields } = body
  const store = todoStore(tx)
  const after = checkRepetition({
    ...before,
    ...fields,
    ...readDue({ deadline, deadline_date }),
    ...(reminders !== undefined && { reminders: remindersText(reminders) }),
    completed_at: completedAt(before, fields.status ?? before.status, now),
    updated_at: now,
  })
  const regrouped = after.tag_group_id !== before.tag_group_id
  if (regrouped) await requireOwnGroup(tx, actor.id, after.tag_group_id)
  if (regrouped || after.parent_id !== before.parent_id) await requireValidPosition(tx, after, before)
  if (tag_ids) await requireOwnTags(tx, actor.id, tag_ids)
  const changesTexts = fields.title !== undefined || fields.description !== undefined
  const follows = changesTexts || !sameDue(before, after) || tag_ids !== undefined
  const [oldTags] = await Promise.all([follows ? store.tagIds(after.id) : [], store.save(after)])
  if (regrouped) await store.moveDescendants(after.id, after.tag_group_id, now)
  await share(tx, actor, 'todo', after.id, visibility, now)
  if (!follows) return after
  const newTags = tag_ids === undefined ? oldTags : (tag_ids ?? [])
  if (tag_ids !== undefined) await store.replaceTags(after.id, newTags)
  await followTodo(tx, after, { ...before, tag_ids: oldTags }, { ...after, tag_ids: newTags })
  return after
}

export async function ownTodo(tx: Tx, actor: Actor, id: string): Promise<Todo> {
  return requireOwn(actor, await todoStore(tx).find(id))
}

export function requireOwn<T extends Todo>(actor: Actor, todo: T | undefined): T {
  if (!todo) throw notFound(NO_TODO)
  requireOwner(actor, todo)
  return todo
}
