import type { Collection } from './collection.ts'

/** Receives the object's version, or undefined if the object does not exist. Throws to refuse the write. */
export type CheckVersion = (version: number | undefined) => void

export interface Target {
  collection: Collection
  name: string
}

export interface Sent<M> {
  uid: string
  text: string
  model: M
}

export interface Place {
  name: string
  /** The id of the item to replace, or undefined to create one. */
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
