import type { Tag } from '@daymark/contract/planning/tags'
import type { Todo } from '@daymark/contract/planning/todos'
import { isOpen } from '../tree/visible.ts'
import type { TodoChanges } from '../use-todos.ts'
import type { Board } from '../views.ts'

export interface Column {
  /** A status, a tag id, or `NO_TAG`. */
  id: string
  name: string
  color?: string | undefined
  todos: readonly Todo[]
}

export const NO_TAG = 'none'

interface Words {
  statuses: Record<Todo['status'], string>
  noTag: string
}

export function columnsOf(
  by: Board,
  todos: readonly Todo[],
  tags: readonly Pick<Tag, 'id' | 'name' | 'color'>[],
  words: Words,
): Column[] {
  // Omits ancestors of matches, because a board does not show the tree.
  const matches = todos.filter(todo => !todo.is_shared && todo.include_reason !== 'ANCESTOR')
  return by === 'status' ? byStatus(matches, words) : byTag(matches.filter(isOpen), tags, words)
}

const STATUSES = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED'] as const

function byStatus(todos: readonly Todo[], { statuses }: Words): Column[] {
  const groups = Map.groupBy(todos, todo => todo.status)
  return STATUSES.filter(status => status !== 'CANCELLED' || groups.has(status)).map(id => ({
    id,
    name: statuses[id],
    todos: groups.get(id) ?? [],
  }))
}

/** A todo with two tags is in two columns. Tags from other groups get a column if a todo has them. */
function byTag(
  todos: readonly Todo[],
  tags: readonly Pick<Tag, 'id' | 'name' | 'color'>[],
  { noTag }: Words,
): Column[] {
  const used = todos.flatMap(todo => todo.tags)
  const known = new Map([...tags, ...used].map(tag => [tag.id, tag]))
  return [
    { id: NO_TAG, name: noTag, todos: todos.filter(todo => todo.tags.length === 0) },
    ...[...known.values()].map(({ id, name, color }) => ({
      id,
      name,
      color,
      todos: todos.filter(todo => todo.tags.some(tag => tag.id === id)),
    })),
  ]
}

/** Returns undefined if the move changes nothing. */
export function moveBetween(by: Board, todo: Todo, from: string, to: string): TodoChanges | undefined {
  if (from === to) return undefined
  if (by === 'status') return { status: to as Todo['status'] }
  const others = todo.tags.map(tag => tag.id).filter(id => id !== from && id !== to)
  return { tag_ids: to === NO_TAG ? others : [...others, to] }
}
