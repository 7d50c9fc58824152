import type { tagRoutes } from '@daymark/contract/planning/tags'
import type { todoRoutes } from '@daymark/contract/planning/todos'
import { reads, writes } from '../../../platform/changes/write.ts'
import { mapPage, type PageRequest } from '../../../platform/kernel/page.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { presentTodo } from '../present.ts'
import * as todos from './service.ts'
import type { TodoView } from './todo.ts'

export const todoHandlers: Omit<Handlers<typeof todoRoutes>, 'bulk'> = {
  create: writes(async (tx, { actor, body, zone }) =>
    presentTodo(await todos.createTodo(tx, body), zone, actor.id),
  ),
  list: reads(async (db, { actor, query, zone, now }) =>
    mapPage(await todos.listTodos(db, actor, query, now), todo => presentTodo(todo, zone, actor.id)),
  ),
  stats: reads((db, { actor, query }) => todos.todoStats(db, actor, query.group_id)),
  get: reads(async (db, { actor, params, query, zone, now, readPage }) => {
    const present = (todo: TodoView) => presentTodo(todo, zone, actor.id)
    const todo = await todos.getTodo(db, actor, params.todo_id, query, now)
    if (todo) return present(todo)
    // The id may also be a group id.
    const read = async (batch: PageRequest) =>
      mapPage(await todos.listTodosOfGroup(db, actor, params.todo_id, { ...query, ...batch }, now), present)
    return { items: await readPage(query, read) }
  }),
  update: writes(async (tx, { actor, params, query, body, zone }) =>
    presentTodo(await todos.updateTodo(tx, params.todo_id, body, query), zone, actor.id),
  ),
  remove: writes(async (tx, { params }) => {
    await todos.removeTodo(tx, params.todo_id)
    return { ok: true }
  }),
}

/** Belongs to planning, not to tags, because deleting a tag group affects its todos. */
export const groupHandlers = ({
  most_at_once,
}: Pick<todos.GroupRemoval, 'most_at_once'>): Pick<Handlers<typeof tagRoutes>, 'deleteGroup'> => ({
  deleteGroup: writes((tx, { params, query }) =>
    todos.deleteGroup(tx, params.group_id, { moveTodosTo: query.move_todos_to, most_at_once }),
  ),
})
