// The kinds of items that a search finds. Without schemas, so that the web app can use them alone.

export const SEARCH_KINDS = ['todo', 'schedule', 'timer', 'tag', 'meeting', 'person'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
