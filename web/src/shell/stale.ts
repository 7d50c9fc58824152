// Finds visible queries whose refresh failed. Their data may be old.

interface Known {
  queryHash: string
  isActive: () => boolean
  state: { data: unknown; error: unknown }
}

/** Ignores queries without data, which show their own error, and queries of pages that are not open. */
export const staleOf = (queries: readonly Known[]): string[] =>
  queries
    .filter(query => query.state.error !== null && query.state.data !== undefined && query.isActive())
    .map(query => query.queryHash)
