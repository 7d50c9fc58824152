// Reloads cached lists whose data has changed on the server.
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Resolves when the visible lists are reloaded. A response on its way may be older than the change. Reloading cancels
 * it, except in the background and for the first load: such a list is loaded or marked once more after it.
 */
export async function refresh(
  queries: QueryClient,
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  const loading = queries
    .getQueryCache()
    .getAll()
    .filter(
      query =>
        (query.state.data === undefined || !query.isActive()) &&
        query.state.fetchStatus === 'fetching' &&
        isMeant(query),
    )
  await Promise.all([
    queries.invalidateQueries({ predicate: isMeant }),
    Promise.allSettled(loading.map(query => query.promise)),
  ])
  const again = new Set(loading.map(query => query.queryHash))
  if (again.size > 0) await queries.invalidateQueries({ predicate: query => again.has(query.queryHash) })
}
