// Types that the writers of events and tasks share.
import type { Collection } from './collection.ts'

/** Receives the version of the object, or undefined if there is none. Throws if the write must not happen. */
export type CheckVersion = (version: number | undefined) => void

/** The address of an object. */
export interface Target {
  collection: Collection
  name: string
}

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
