// The totals have their own query, so that a timer change does not reload the list of todos.
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../session/provider.tsx'

export interface Effort {
  /** In seconds, including all descendants. */
  measured: number
  /** In minutes, including all descendants. */
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
    // Converts to a map only here, so that the cached data stays a plain list.
    select: toMap,
  })
  return data ?? NONE
}

const toMap = (list: readonly ({ id: string } & Effort)[]): ReadonlyMap<string, Effort> =>
  new Map(list.map(({ id, measured, estimate }) => [id, { measured, estimate }]))
