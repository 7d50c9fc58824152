// Types that the writers of events and tasks share.

/** An object that a client sends: its text, and the parsed model. */
export interface Sent<M> {
  uid: string
  text: string
  model: M
}

export interface Place {
  name: string
  /** The id of the item to replace; undefined to create one. */
  id: string | undefined
}

export interface Written {
  id: string
  /** True if reading the object returns exactly the text that was sent. */
  is_same: boolean
}

export type TagIds = ReadonlyMap<string, string>

export const idsOf = (names: readonly string[], tags: TagIds): string[] =>
  names.flatMap(name => tags.get(name) ?? [])
