// Which of the things on the page could not be read again, so that what one sees may be old.

interface Known {
  queryHash: string
  isActive: () => boolean
  state: { data: unknown; error: unknown }
}

/** What is not there at all says so in its place; what nobody looks at says nothing. */
export const staleOf = (queries: readonly Known[]): string[] =>
  queries
    .filter(query => query.state.error !== null && query.state.data !== undefined && query.isActive())
    .map(query => query.queryHash)
