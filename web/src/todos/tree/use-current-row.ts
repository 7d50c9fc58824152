import { useState } from 'react'
import type { Row } from './tree.ts'

/**
 * Returns the index of the row that has the tree's keyboard focus, and a function that sets it by todo id. Stores the
 * id, because the index of a row changes when rows above it appear or disappear.
 */
export function useCurrentRow(rows: readonly Row[]): [index: number, set: (id: string) => void] {
  const [id, setId] = useState<string>()
  const [before, setBefore] = useState(rows)
  if (before !== rows) {
    setBefore(rows)
    setId(successor(before.map(idOf), rows.map(idOf), id))
  }
  const index = rows.findIndex(row => idOf(row) === id)
  return [Math.max(0, index), setId]
}

const idOf = ({ todo }: Row): string => todo.id

/** Returns the same id if it is still in the list, else the next one, else the previous one. */
export function successor(
  before: readonly string[],
  now: readonly string[],
  id: string | undefined,
): string | undefined {
  const at = id === undefined ? -1 : before.indexOf(id)
  if (at < 0) return id
  const left = new Set(now)
  return before.slice(at).find(each => left.has(each)) ?? before.slice(0, at).findLast(each => left.has(each))
}
