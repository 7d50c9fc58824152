// What a change to a todo does to the list that shows it, as far as that can be said without asking the server.
import type { Todo } from '@daymark/contract/planning/todos'

export interface Shown {
  title?: string
  status?: Todo['status']
  parent_id?: string | null
}

/** What is shown before the server has answered. */
export const shownOf = ({ title, status, parent_id }: Shown): Shown => ({
  ...(title !== undefined && { title }),
  ...(status !== undefined && { status }),
  ...(parent_id !== undefined && { parent_id }),
})

/** The others stay the very same objects, so that their rows are not drawn again. */
export const withTodo = (todos: readonly Todo[], id: string, change: (todo: Todo) => Todo): Todo[] =>
  todos.map(each => (each.id === id ? change(each) : each))

/** Why a row is in the list is said by the list alone. */
export const answered = (before: Todo, answer: Todo): Todo => ({
  ...answer,
  ...(before.include_reason && { include_reason: before.include_reason }),
})

/** A title, a status or another parent concerns this todo alone; tags, lists and deadlines reach further. */
export const staysInPlace = (body: object): boolean =>
  Object.keys(body).every(key => key === 'title' || key === 'status' || key === 'parent_id')
