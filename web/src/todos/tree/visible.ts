import type { Todo } from '@daymark/contract/planning/todos'

type Node = Pick<Todo, 'id' | 'parent_id'>

export const isOpen = ({ status }: Pick<Todo, 'status'>): boolean =>
  status !== 'DONE' && status !== 'CANCELLED'

export function below<T extends Node>(todos: readonly T[], id: string): T[] {
  const children = Map.groupBy(todos, todo => todo.parent_id)
  const found: T[] = []
  const queue = [...(children.get(id) ?? [])]
  for (const todo of queue) {
    found.push(todo)
    queue.push(...(children.get(todo.id) ?? []))
  }
  return found
}

/**
 * Returns open todos and their ancestors. Completed ancestors are included, because open todos would otherwise move to
 * the top level.
 */
export function visible(todos: readonly Todo[]): Todo[] {
  const byId = new Map(todos.map(todo => [todo.id, todo]))
  const shown = new Set<string>()
  for (const todo of todos.filter(isOpen)) {
    for (let at: Todo | undefined = todo; at && !shown.has(at.id); ) {
      shown.add(at.id)
      at = at.parent_id === null ? undefined : byId.get(at.parent_id)
    }
  }
  return todos.filter(todo => shown.has(todo.id))
}

/**
 * Sorts completed todos after open ones, with the last completed first, and canceled ones at the end. The version
 * breaks ties between todos that were completed at the same time.
 */
export function doneLast(todos: readonly Todo[]): Todo[] {
  const rank = ({ status }: Todo) => (status === 'DONE' ? 1 : status === 'CANCELLED' ? 2 : 0)
  const completed = ({ completed_at }: Todo) => (completed_at === null ? 0 : Date.parse(completed_at))
  return todos.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (rank(a) === 1 ? completed(b) - completed(a) || (b.version ?? 0) - (a.version ?? 0) : 0),
  )
}

export interface Counts {
  open: number
  done: number
  /** The number of open todos per tag, most used first. */
  byTag: [name: string, count: number][]
}

/** Counts todos. Ignores ancestors that are shown only as the context of a match. */
export function countsOf(todos: readonly Todo[]): Counts {
  const matched = todos.filter(todo => todo.include_reason !== 'ANCESTOR')
  const open = matched.filter(isOpen)
  const tags = Map.groupBy(
    open.flatMap(todo => todo.tags),
    tag => tag.id,
  )
  const byTag = [...tags.values()].map((same): [string, number] => [same[0]?.name ?? '', same.length])
  return {
    open: open.length,
    done: matched.length - open.length,
    byTag: byTag.sort(([a, first], [b, second]) => second - first || a.localeCompare(b)),
  }
}
