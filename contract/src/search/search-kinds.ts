// Contains no schemas, so that the web app can import it without TypeBox.

export const SEARCH_KINDS = ['todo', 'schedule', 'timer', 'tag', 'meeting', 'person'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
