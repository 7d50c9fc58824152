interface Known {
  queryHash: string
  isActive: () => boolean
  state: { data: unknown; error: unknown }
}

/**
 * Returns the hashes of visible queries whose refresh failed. Ignores queries without data, which show their own error.
 */
export const staleOf = (queries: readonly Known[]): string[] =>
  queries
    .filter(query => query.state.error !== null && query.state.data !== undefined && query.isActive())
    .map(query => query.queryHash)
