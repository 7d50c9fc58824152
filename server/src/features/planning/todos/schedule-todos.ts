// Todos as schedules need them: made from a schedule, and shown beside one.
import type { Clock } from '../../../platform/kernel/clock.ts'
import { notFound } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { SourceTodos, TodoFactory } from '../schedules/todo-ports.ts'
import { presentTodo } from './present.ts'
import { recordTodo, requireOwnGroup } from './record.ts'
import { todoStore } from './store.ts'
import { findView } from './view-store.ts'

export const todoFactory = (clock: Clock): TodoFactory => ({
  async create(tx, actor, { tag_ids, ...draft }) {
    await requireOwnGroup(tx, actor, draft.tag_group_id)
    const now = clock.now()
    const id = newId()
    const rest = {
      parent_id: null,
      status: 'SCHEDULED',
      version: 0,
      created_at: now,
      updated_at: now,
    } as const
    await recordTodo(tx, { ...draft, ...rest, id, owner_id: actor.id }, tag_ids)
    return id
  },

  async read(db, actor, todoId) {
    const todo = await findView(db, todoId)
    if (!todo) throw notFound('Todo not found.')
    return zone => presentTodo(todo, zone, actor.id)
  },
})

export const sourceTodos: SourceTodos = {
  async find(db, todoIds) {
    const found = await todoStore(db).sources(todoIds)
    return new Map(found.map(todo => [todo.id, todo]))
  },
}
