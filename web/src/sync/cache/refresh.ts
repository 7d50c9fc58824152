// Reloads cached lists whose data has changed on the server.
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Resolves when the visible lists are reloaded. A list that is just being loaded for the first time is loaded once
 * more, because its response may be older than the change.
 */
export async function refresh(
  queries: QueryClient,
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  const loading = queries
    .getQueryCache()
    .getAll()
    .filter(
      query => query.state.data === undefined && query.state.fetchStatus === 'fetching' && isMeant(query),
    )
  await Promise.all([
    queries.invalidateQueries({ predicate: isMeant }),
    Promise.allSettled(loading.map(query => query.promise)),
  ])
  const again = new Set(loading.map(query => query.queryHash))
  if (again.size > 0) await queries.invalidateQueries({ predicate: query => again.has(query.queryHash) })
}
