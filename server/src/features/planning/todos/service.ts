import type { TodoStats, todoRoutes } from '@daymark/contract/planning/todos'
import type { DecodedBody, DecodedQuery } from '@daymark/contract/route'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { notFound, type Problem, problemsOf, rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { EMPTY_PAGE, type Page, type PageRequest, toPage } from '../../../platform/kernel/page.ts'
import type { StagedRequest } from '../../../platform/kernel/staged-request.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { withoutNulls } from '../../../platform/kernel/without-nulls.ts'
import { MAX_IN_ONE_TRANSACTION } from '../../../platform/staged/staged.ts'
import { startStaged } from '../../../platform/staged/start.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { withDefaultReminders } from '../../preferences/default-reminders.ts'
import { requireOwnGroup, requireOwnTags } from '../../tags/service.ts'
import { ownsGroup, tagStore } from '../../tags/store.ts'
import { requireReadable, share } from '../../visibility/access.ts'
import type { ScopeChoice } from '../../visibility/policy.ts'
import { visibilityStore } from '../../visibility/store.ts'
import { deleteTodos } from '../deletion.ts'
import { remindersText } from '../reminders.ts'
import { ROWS_PER_ITEM, totalOf } from '../weight.ts'
import { weightsOf } from '../weight-store.ts'
import { readDue } from './due.ts'
import { GROUP_DELETION, type GroupDeletion } from './group-deletion.ts'
import { listRows, type TodoFilter } from './list-store.ts'
import { NO_TODO, ownTodo, patchTodo, requireOwn, type TodoPatch, type UpdateQuery } from './patch.ts'
import { recordTodo, requireValidPosition, scheduleNew } from './record.ts'
import { checkRepetition } from './repeating/repetition.ts'
import { todoStore } from './store.ts'
import { manualKey, newTodo, orderKey, type Todo, type TodoView } from './todo.ts'
import { findTotals } from './totals-store.ts'
import { levelsOf } from './tree.ts'
import { findSeen, findView, toViews } from './view-store.ts'

type TodoCreate = DecodedBody<(typeof todoRoutes)['create']>
type ListQuery = DecodedQuery<(typeof todoRoutes)['list']>
type GroupQuery = DecodedQuery<(typeof todoRoutes)['get']>

const NO_GROUP = 'Tag group not found.'
const NO_TARGET = 'The tag group to move the todos to was not found.'

export async function createTodo(tx: RequestTx, body: TodoCreate): Promise<TodoView> {
  const { actor } = tx
  const todo = requested(actor, body, tx.now)
  const tagIds = body.tag_ids ?? []
  const [withReminders] = await Promise.all([
    withDefaultReminders(tx, todo, body.reminders),
    requireOwnGroup(tx, actor.id, todo.tag_group_id),
    requireOwnTags(tx, actor.id, tagIds),
    requireValidPosition(tx, todo),
  ])
  await recordTodo(tx, withReminders, tagIds)
  await scheduleNew(tx, todo, tagIds)
  await share(tx, actor, 'todo', todo.id, body.visibility, todo.created_at)
  return found(await findView(tx, todo.id))
}

export async function listTodos(
  db: Db,
  actor: Actor,
  query: ListQuery,
  now: Clock['now'],
): Promise<Page<TodoView>> {
  const page = await list(db, actor, { ...query, scope: query.scope ?? 'mine' }, query)
  return { ...page, items: await withTotals(db, actor, page.items, query, now) }
}

export async function getTodo(
  db: Db,
  actor: Actor,
  id: string,
  query: GroupQuery,
  now: Clock['now'],
): Promise<TodoView | undefined> {
  const todo = await findView(db, id)
  if (!todo) return undefined
  const shown = todo.owner_id === actor.id ? todo : await asSeen(db, actor, todo)
  return found((await withTotals(db, actor, [shown], query, now))[0])
}

export async function listTodosOfGroup(
  db: Db,
  actor: Actor,
  id: string,
  query: GroupQuery,
  now: Clock['now'],
): Promise<Page<TodoView>> {
  const page = await ofGroup(db, actor, id, { ...query, scope: query.scope ?? 'mine' }, query)
  return { ...page, items: await withTotals(db, actor, page.items, query, now) }
}

export async function updateTodo(
  tx: RequestTx,
  id: string,
  body: TodoPatch,
  query: UpdateQuery = {},
): Promise<TodoView> {
  await patchTodo(tx, id, body, query)
  return found(await findView(tx, id))
}

export async function removeTodo(tx: RequestTx, id: string): Promise<void> {
  await ownTodo(tx, tx.actor, id)
  await deleteTodos(tx, [id])
}

/** Returns a problem for each todo that the actor must not delete. */
export async function refusedTodos(tx: RequestTx, ids: readonly string[]): Promise<Map<string, Problem>> {
  const todos = new Map((await todoStore(tx).byIds(ids)).map(todo => [todo.id, todo]))
  return problemsOf(ids, id => requireOwn(tx.actor, todos.get(id)))
}

/** Sorts ids so that no todo comes before its ancestors. Unknown ids count as todos without a parent. */
export async function parentsFirst(db: Db, ids: readonly string[]): Promise<string[]> {
  const nodes = await todoStore(db).ancestry(ids)
  const levels = levelsOf(new Map(nodes.map(node => [node.id, node])))
  return ids.toSorted((a, b) => (levels.get(a) ?? 0) - (levels.get(b) ?? 0))
}

export interface GroupRemoval {
  moveTodosTo?: string | undefined
  /** How many todos a request may touch in one transaction. */
  most_at_once?: number | undefined
}

/**
 * Also deletes the group's todos or moves them to another group. Moved todos keep their trees but lose the old group's
 * tags.
 */
export async function deleteGroup(
  tx: RequestTx,
  id: string,
  { moveTodosTo, most_at_once = MAX_IN_ONE_TRANSACTION }: GroupRemoval = {},
): Promise<{ ok: true; deleted_todos: number; moved_todos: number } | StagedRequest> {
  const { actor, now, cause } = tx
  await requireGroup(tx, actor, id, NO_GROUP)
  if (moveTodosTo === id)
    throw rejected('The todos cannot move to the group that is being deleted. Choose another group.')
  if (moveTodosTo !== undefined) await requireGroup(tx, actor, moveTodosTo, NO_TARGET)
  const store = todoStore(tx)
  const isLong = await store.hasMoreThan(actor.id, id, most_at_once)
  const deleted = isLong || moveTodosTo !== undefined ? [] : await store.idsOfGroup(actor.id, id)
  const most = most_at_once * ROWS_PER_ITEM
  if (isLong || totalOf(await weightsOf(tx, 'todo', deleted, most)) > most) {
    const total = await store.count(actor.id, id)
    const input: GroupDeletion = { group_id: id, move_todos_to: moveTodosTo ?? null, todos: total }
    return startStaged(tx, { owner_id: actor.id, kind: GROUP_DELETION, input, total, now, cause })
  }
  const moved = moveTodosTo === undefined ? [] : await store.moveGroup(actor.id, id, moveTodosTo, now)
  await deleteTodos(tx, deleted)
  await tagStore(tx).deleteGroup(id)
  return { ok: true as const, deleted_todos: deleted.length, moved_todos: moved.length }
}

export async function todoStats(db: Db, actor: Actor, groupId?: string): Promise<TodoStats> {
  if (groupId !== undefined) await requireGroup(db, actor, groupId, NO_GROUP)
  const store = todoStore(db)
  return {
    group_id: groupId ?? null,
    total_count: await store.count(actor.id, groupId),
    by_tag: await store.countByTag(actor.id, groupId),
  }
}

async function withTotals(
  db: Db,
  actor: Actor,
  todos: TodoView[],
  { include_totals }: Pick<ListQuery, 'include_totals'>,
  now: Clock['now'],
): Promise<TodoView[]> {
  if (!include_totals) return todos
  const own = todos.filter(todo => todo.owner_id === actor.id)
  const totals = await findTotals(db, idsOf(own), now())
  return todos.map(todo => ({ ...todo, totals: totals.get(todo.id) ?? null }))
}

function requested(actor: Actor, body: TodoCreate, now: number): Todo {
  const { tag_ids: _tags, visibility: _sharing, deadline, deadline_date, reminders, ...fields } = body
  const due = readDue({ deadline, deadline_date })
  return checkRepetition(
    newTodo({
      id: newId(),
      ...withoutNulls(fields),
      ...due,
      reminders: remindersText(reminders),
      owner_id: actor.id,
      created_at: now,
    }),
  )
}

/** Throws 404 unless the group belongs to the actor. */
async function requireGroup(db: Db, actor: Actor, id: string, message: string): Promise<void> {
  if (!(await ownsGroup(db, actor.id, id))) throw notFound(message)
}

async function list(db: Db, actor: Actor, filter: TodoFilter, page: PageRequest): Promise<Page<TodoView>> {
  // Reads the viewer's email address only if other people's todos are requested.
  const viewer =
    filter.scope === 'mine' ? { id: actor.id, email: null } : await visibilityStore(db).viewer(actor.id)
  const key = filter.order === 'position' ? manualKey : orderKey
  const rows = toPage(await listRows(db, viewer, filter, page), page, key)
  return { ...rows, items: await toViews(db, rows.items, actor.id) }
}

async function ofGroup(
  db: Db,
  actor: Actor,
  groupId: string,
  { scope, public_from, order = 'default' }: ScopeChoice & Pick<TodoFilter, 'order'>,
  page: PageRequest,
): Promise<Page<TodoView>> {
  const filter = { scope, public_from, order, group_ids: [groupId] }
  if (await ownsGroup(db, actor.id, groupId)) return list(db, actor, filter, page)
  const shared = await list(db, actor, { ...filter, scope: 'shared' }, page)
  // Answers 404 for another person's group, unless the viewer may see a todo in it.
  if (shared.items.length === 0 && page.cursor === undefined) throw notFound(NO_TODO)
  return scope === 'mine' ? EMPTY_PAGE : shared
}

/**
 * Returns the todo without embedded schedules that the actor may not see. Throws if the actor may not read the todo.
 */
async function asSeen(db: Db, actor: Actor, todo: TodoView): Promise<TodoView> {
  await requireReadable(db, actor, 'todo', todo)
  return found((await findSeen(db, [todo.id], await visibilityStore(db).viewer(actor.id)))[0])
}

function found(todo: TodoView | undefined): TodoView {
  if (!todo) throw notFound(NO_TODO)
  return todo
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map(item => item.id)
