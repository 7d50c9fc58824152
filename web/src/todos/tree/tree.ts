import type { Todo } from '@daymark/contract/planning/todos'

export interface Row {
  todo: Todo
  level: number
  children: number
  open: boolean
  /** The position among its siblings, starting at 1. */
  place: number
  siblings: number
}

type Node = Pick<Todo, 'id' | 'parent_id'>

/** Returns rows in reading order. A todo whose parent is not in the list is shown at the top level. */
export function toRows(todos: readonly Todo[], closed: ReadonlySet<string>): Row[] {
  const known = new Set(todos.map(todo => todo.id))
  const children = Map.groupBy(todos, todo =>
    todo.parent_id !== null && known.has(todo.parent_id) ? todo.parent_id : null,
  )
  const rows: Row[] = []
  function add(parent: string | null, level: number): void {
    const siblings = children.get(parent) ?? []
    for (const [index, todo] of siblings.entries()) {
      const count = children.get(todo.id)?.length ?? 0
      const open = count > 0 && !closed.has(todo.id)
      rows.push({ todo, level, children: count, open, place: index + 1, siblings: siblings.length })
      if (open) add(todo.id, level + 1)
    }
  }
  add(null, 1)
  return rows
}

/** Indenting moves a row under the sibling above it. Returns undefined if there is none. */
export function parentWhenIndented(rows: readonly Row[], index: number): string | undefined {
  const row = rows[index]
  if (!row) return undefined
  for (let above = index - 1; above >= 0; above--) {
    const candidate = rows[above]
    if (!candidate || candidate.level < row.level) return undefined
    if (candidate.level === row.level) return candidate.todo.id
  }
  return undefined
}

/** Outdenting moves a row under its grandparent. Returns undefined at the top level. */
export function parentWhenOutdented(rows: readonly Row[], index: number): string | null | undefined {
  const row = rows[index]
  if (!row || row.level === 1) return undefined
  return rows.find(each => each.todo.id === row.todo.parent_id)?.todo.parent_id ?? null
}

/** False if `target` is the todo itself or one of its descendants. */
export function mayMoveUnder(todos: readonly Node[], id: string, target: string | null): boolean {
  const parents = new Map(todos.map(todo => [todo.id, todo.parent_id]))
  for (let at: string | null | undefined = target; at; at = parents.get(at)) if (at === id) return false
  return true
}
