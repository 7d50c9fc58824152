// Lists each folder's files with the reason why each exists.

export interface Folder {
  /** Files that only compute: neither they nor their imports have effects. */
  rules?: Record<string, string>
  /** Files with effects, or files that import such files. */
  parts?: Record<string, string>
}

/** Keyed by the path below `server/src`. */
export type Vocabulary = Record<string, Folder>

/** Every feature folder may use these names without listing them. */
export const ROLES: Record<string, string> = {
  routes: 'translates REST requests',
  socket: 'translates socket messages',
  graphql: 'translates GraphQL fields',
  service: 'decides and writes',
  store: 'holds the SQL of the main entity',
  present: 'turns domain objects into wire objects',
  open: 'composes the feature for the server and for commands',
}
