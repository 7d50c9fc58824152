// A list's response may be older than changes that arrive while it is loading.
import type { LiveChange } from '@daymark/client'
import type { Query, QueryClient } from '@tanstack/react-query'

/** For each loading list, the latest change of each resource since the request. */
const missed = new WeakMap<Query, Map<string, LiveChange>>()

export function noteForLoads(queries: QueryClient, changes: readonly LiveChange[]): void {
  for (const query of queries.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    const known = missed.get(query) ?? new Map<string, LiveChange>()
    for (const change of changes) known.set(`${change.kind} ${change.id}`, change)
    missed.set(query, known)
  }
}

/**
 * Applies the changes to each response before a component sees it, so that no list returns to an older state. Returns
 * a function that unsubscribes.
 */
export function followLoads(
  queries: QueryClient,
  withChanges: (query: Query, changes: readonly LiveChange[]) => unknown,
): () => void {
  return queries.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'fetch') missed.delete(query)
    if (action.type !== 'success' || action.manual) return
    const changes = missed.get(query)
    missed.delete(query)
    if (!changes) return
    const data = withChanges(query, [...changes.values()])
    if (data !== query.state.data) queries.setQueryData(query.queryKey, data)
  })
}
