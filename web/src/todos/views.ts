import type { Todo } from '@daymark/contract/planning/todos'
import { dueDate } from './due.ts'
import { isOpen } from './tree/visible.ts'

/** Views across all of the user's lists. */
export const SMART_VIEWS = ['inbox', 'today', 'upcoming', 'all'] as const
export type SmartView = (typeof SMART_VIEWS)[number]

/** Views with other people's todos: shared with the user, or public. */
export const OTHERS = ['shared', 'discover'] as const

/** The property that the columns of a board stand for. */
export const BOARDS = ['status', 'tag'] as const
export type Board = (typeof BOARDS)[number]

/** Returns the view in a path such as `/todos/today`: a smart view, one of `OTHERS`, or a list id. */
export const viewIn = (path: string): string | undefined => /^\/todos\/([\w-]+)/.exec(path)?.[1]

/** Returns undefined for the list layout. */
export const boardIn = (search: string): Board | undefined =>
  BOARDS.find(each => each === new URLSearchParams(search).get('board'))

export const urlOf = (view: string, board: Board | undefined): string =>
  `/todos/${view}${board ? `?board=${board}` : ''}`

export const smartViewOf = (view: string): SmartView | undefined => SMART_VIEWS.find(each => each === view)

/** `today` includes overdue todos. `today` and `upcoming` are sorted by date, then by time, then by priority. */
export function inView(todos: readonly Todo[], view: SmartView, today: string): readonly Todo[] {
  if (view === 'all') return todos
  if (view === 'inbox') return unplanned(todos)
  const belongs = (todo: Todo): boolean => {
    const date = dueDate(todo)
    if (date === null) return false
    if (view === 'upcoming') return date > today
    return date === today || (date < today && isOpen(todo))
  }
  const order = (todo: Todo): string => `${dueDate(todo)} ${todo.deadline ?? ''}`
  return todos.filter(belongs).toSorted((a, b) => order(a).localeCompare(order(b)) || b.priority - a.priority)
}

/** Todos without a deadline or calendar entry. A subtodo counts as planned if one of its ancestors is planned. */
function unplanned(todos: readonly Todo[]): readonly Todo[] {
  const byId = new Map(todos.map(todo => [todo.id, todo]))
  const known = new Map<string, boolean>()
  const isPlanned = (todo: Todo): boolean => {
    const found = known.get(todo.id)
    if (found !== undefined) return found
    const parent = todo.parent_id === null ? undefined : byId.get(todo.parent_id)
    const planned =
      dueDate(todo) !== null || todo.schedules.length > 0 || (parent !== undefined && isPlanned(parent))
    known.set(todo.id, planned)
    return planned
  }
  return todos.filter(todo => !isPlanned(todo))
}
