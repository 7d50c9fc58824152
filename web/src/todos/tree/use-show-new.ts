// Scrolls a todo that the user just added into view and highlights it briefly.
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { Row } from './tree.ts'
import { ROW_PX } from './virtual.tsx'

/** Leaves space for the timer strip above and the bottom bar on phones. */
const MARGIN_PX = 140

/** Returns a function to call with the id of the new todo. */
export function useShowNew(rows: readonly Row[]): (id: string) => void {
  const added = useRef<string>(undefined)
  useLayoutEffect(() => {
    const index = rows.findIndex(row => row.todo.id === added.current)
    if (index < 0) return
    const id = added.current
    added.current = undefined
    scrollToRow(index)
    // The list renders the row after scrolling.
    requestAnimationFrame(() => document.getElementById(`todo-${id}`)?.classList.add('is-new'))
  }, [rows])
  return useCallback((id: string) => {
    added.current = id
  }, [])
}

/** Scrolls to a row that may not be rendered. Computes its position, because the list renders only visible rows. */
function scrollToRow(index: number): void {
  const tree = document.querySelector('[role=tree]')
  if (!tree) return
  const top = tree.getBoundingClientRect().top + index * ROW_PX
  const isVisible = top >= MARGIN_PX / 2 && top + ROW_PX <= innerHeight - MARGIN_PX
  if (!isVisible) scrollBy({ top: top - innerHeight / 2, behavior: 'instant' })
}
