import type { tagRoutes } from '@daymark/contract/planning/tags'
import type { todoRoutes } from '@daymark/contract/planning/todos'
import { mapPage, type PageRequest } from '../../../platform/kernel/page.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { presentTodo } from '../present.ts'
import type { TodoService } from './service.ts'
import type { TodoView } from './todo.ts'

export const todoHandlers = (todos: TodoService): Omit<Handlers<typeof todoRoutes>, 'bulk'> => ({
  create: async ({ actor, body, zone }) => presentTodo(await todos.create(actor, body), zone, actor.id),
  list: async ({ actor, query, zone }) =>
    mapPage(await todos.list(actor, query), todo => presentTodo(todo, zone, actor.id)),
  stats: ({ actor, query }) => todos.stats(actor, query.group_id),
  get: async ({ actor, params, query, zone, readPage }) => {
    const present = (todo: TodoView) => presentTodo(todo, zone, actor.id)
    const todo = await todos.get(actor, params.todo_id, query)
    if (todo) return present(todo)
    // The id may also be a group id.
    const read = async (batch: PageRequest) =>
      mapPage(await todos.listGroup(actor, params.todo_id, { ...query, ...batch }), present)
    return { items: await readPage(query, read) }
  },
  update: async ({ actor, params, query, body, zone }) =>
    presentTodo(await todos.update(actor, params.todo_id, body, query), zone, actor.id),
  remove: async ({ actor, params }) => {
    await todos.remove(actor, params.todo_id)
    return { ok: true }
  },
})

/** Belongs to planning, not to tags, because deleting a tag group affects its todos. */
export const groupHandlers = (todos: TodoService): Pick<Handlers<typeof tagRoutes>, 'deleteGroup'> => ({
  deleteGroup: ({ actor, params, query }) => todos.deleteGroup(actor, params.group_id, query.move_todos_to),
})
