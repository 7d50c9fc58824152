// Tab is not a shortcut, because it must move the focus out of the tree.
import type { KeyboardEvent } from 'react'
import { parentWhenIndented, parentWhenOutdented, type Row } from './tree.ts'

export interface TreeMoves {
  go(index: number): void
  toggle(row: Row): void
  rename(row: Row): void
  details(row: Row): void
  finish(row: Row): void
  remove(row: Row): void
  nest(row: Row, parentId: string | null | undefined): void
  /** Moves a row next to another one. Only set in the manual order. */
  place?: ((row: Row, beside: Row, edge: 'before' | 'after') => void) | undefined
}

/** Returns the action for a key on a row; undefined if the key has none. */
export function actionOf(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  rows: readonly Row[],
  index: number,
  moves: TreeMoves,
): (() => void) | undefined {
  const row = rows[index]
  if (!row) return undefined
  const own = !row.todo.is_shared
  const way = nestingOf(event)
  if (way) {
    const parent = way === 'in' ? parentWhenIndented(rows, index) : parentWhenOutdented(rows, index)
    return own ? () => moves.nest(row, parent) : () => {}
  }
  if (event.altKey && moves.place && own) {
    const edge = event.key === 'ArrowUp' ? 'before' : event.key === 'ArrowDown' ? 'after' : undefined
    const beside = edge && siblingOf(rows, row, edge)
    const { place } = moves
    if (edge) return () => beside && place(row, beside, edge)
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  switch (event.key) {
    case 'ArrowDown':
      return () => moves.go(index + 1)
    case 'ArrowUp':
      return () => moves.go(index - 1)
    case 'Home':
      return () => moves.go(0)
    case 'End':
      return () => moves.go(rows.length - 1)
    case 'ArrowRight':
      return () => (row.children > 0 && !row.open ? moves.toggle(row) : moves.go(index + 1))
    case 'ArrowLeft':
      return () => (row.open ? moves.toggle(row) : moves.go(parentIndex(rows, row)))
    case 'Enter':
      return () => (own ? moves.rename(row) : moves.details(row))
    case ' ':
      return own ? () => moves.finish(row) : undefined
    case 'Delete':
      return own ? () => moves.remove(row) : undefined
    default:
      return undefined
  }
}

/** Recognizes Alt with the left or right arrow key, and Ctrl or Cmd with a bracket as in code editors. */
function nestingOf(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
): 'in' | 'out' | undefined {
  const mod = event.ctrlKey || event.metaKey
  if ((event.altKey && event.key === 'ArrowRight') || (mod && event.key === ']')) return 'in'
  if ((event.altKey && event.key === 'ArrowLeft') || (mod && event.key === '[')) return 'out'
  return undefined
}

/** Returns the visible sibling above or below. */
function siblingOf(rows: readonly Row[], { todo, place }: Row, edge: 'before' | 'after'): Row | undefined {
  const wanted = edge === 'before' ? place - 1 : place + 1
  const at = rows.findIndex(each => each.todo.id === todo.id)
  const own = rows[at]?.level
  const side = edge === 'before' ? rows.slice(0, at).reverse() : rows.slice(at + 1)
  const end = side.findIndex(each => own !== undefined && each.level < own)
  return side.slice(0, end < 0 ? undefined : end).find(each => each.level === own && each.place === wanted)
}

const parentIndex = (rows: readonly Row[], { todo }: Row): number =>
  rows.findIndex(each => each.todo.id === todo.parent_id)
