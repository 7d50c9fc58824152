// Measured and estimated time of the todos in a list. A separate query, so that a timer does not reload the list.
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../session/provider.tsx'

export interface Effort {
  /** The measured seconds of the todo and all its descendants. */
  measured: number
  /** The estimated minutes of the todo and all its descendants. */
  estimate: number
}

const NONE: ReadonlyMap<string, Effort> = new Map()

export function useTotals(groupId: string | undefined): ReadonlyMap<string, Effort> {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['todo-totals', groupId ?? ''],
    enabled: groupId !== undefined,
    queryFn: async () =>
      (await client.todos.list({ query: { group_ids: [groupId ?? ''], include_totals: true } }))
        .filter(todo => (todo.subtree_measured_seconds ?? 0) > 0 || (todo.subtree_estimate_minutes ?? 0) > 0)
        .map(todo => ({
          id: todo.id,
          measured: todo.subtree_measured_seconds ?? 0,
          estimate: todo.subtree_estimate_minutes ?? 0,
        })),
    // Converts the list to a map here, because cached data is kept as plain JSON.
    select: toMap,
  })
  return data ?? NONE
}

const toMap = (list: readonly ({ id: string } & Effort)[]): ReadonlyMap<string, Effort> =>
  new Map(list.map(({ id, measured, estimate }) => [id, { measured, estimate }]))
