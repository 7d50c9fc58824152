// The views of the Todos page, each with its own URL: smart views across lists, lists, and todos of others.
import type { Todo } from '@daymark/contract/planning/todos'
import { dueDate } from './due.ts'
import { isOpen } from './tree/visible.ts'

/** Views across all lists of the user. */
export const SMART_VIEWS = ['today', 'upcoming', 'all'] as const
export type SmartView = (typeof SMART_VIEWS)[number]

/** The lists with todos of other people: shared with the user, and public. */
export const OTHERS = ['shared', 'discover'] as const

/** The view in a URL such as `/todos/today`: a smart view, one of `OTHERS`, or the id of a list. */
export const viewIn = (path: string): string | undefined => /^\/todos\/([\w-]+)/.exec(path)?.[1]

export const smartViewOf = (view: string): SmartView | undefined => SMART_VIEWS.find(each => each === view)

/** Overdue todos are due today, too. Todos with a date are sorted by it, then by priority. */
export function inView(todos: readonly Todo[], view: SmartView, today: string): readonly Todo[] {
  if (view === 'all') return todos
  const belongs = (todo: Todo): boolean => {
    const date = dueDate(todo)
    if (date === null) return false
    if (view === 'upcoming') return date > today
    return date === today || (date < today && isOpen(todo))
  }
  const order = (todo: Todo): string => `${dueDate(todo)} ${todo.deadline ?? ''}`
  return todos.filter(belongs).toSorted((a, b) => order(a).localeCompare(order(b)) || b.priority - a.priority)
}
