// Applies a change to a cached list of todos, as far as the client can know the result.
import type { Todo } from '@daymark/contract/planning/todos'

export interface Shown {
  title?: string
  status?: Todo['status']
  parent_id?: string | null
}

/** The list before the server has responded. */
export const shownOf = ({ title, status, parent_id }: Shown): Shown => ({
  ...(title !== undefined && { title }),
  ...(status !== undefined && { status }),
  ...(parent_id !== undefined && { parent_id }),
})

/** Keeps the other objects identical, so that their rows do not rerender. */
export const withTodo = (todos: readonly Todo[], id: string, change: (todo: Todo) => Todo): Todo[] =>
  todos.map(each => (each.id === id ? change(each) : each))

/** Only lists contain `include_reason`, so it is kept. */
export const answered = (before: Todo, answer: Todo): Todo => ({
  ...answer,
  ...(before.include_reason && { include_reason: before.include_reason }),
})

/** Title, status and parent affect only this todo; tags, lists and deadlines affect more. */
export const staysInPlace = (body: object): boolean =>
  Object.keys(body).every(key => key === 'title' || key === 'status' || key === 'parent_id')
