// Keeps the changes that arrive while a list is loading, because its response may be older than the changes.
import type { LiveChange } from '@daymark/client'
import type { Query, QueryClient } from '@tanstack/react-query'

/** The latest change of each resource since the request of a list. */
const missed = new WeakMap<Query, Map<string, LiveChange>>()

export function noteForLoads(queries: QueryClient, changes: readonly LiveChange[]): void {
  for (const query of queries.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    const known = missed.get(query) ?? new Map<string, LiveChange>()
    for (const change of changes) known.set(`${change.kind} ${change.id}`, change)
    missed.set(query, known)
  }
}

/**
 * Applies the kept changes to each response before a component sees it, so that no list goes back to an older state.
 * Returns a function that stops this.
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
