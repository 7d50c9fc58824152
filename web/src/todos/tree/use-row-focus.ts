// When a row loses the focus, for example because its todo is completed, deleted or moved by keyboard, focuses the
// tree's current row, so that the arrow keys keep working. When no row is left, calls `focusBesideTree`.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { NEW_TODO } from '../new-todo.tsx'

export const FOCUSABLE_ROW = '[role=treeitem][tabindex="0"]'

export function useRowFocus(tree: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element>(undefined)
  useEffect(() => {
    const remember = ({ target }: Event) => {
      // Ignores the confirmation dialog of a deletion.
      if (target instanceof Element && target.closest('dialog')) return
      const isRow = target instanceof Element && target.role === 'treeitem' && tree.current?.contains(target)
      focused.current = isRow ? target : undefined
    }
    // After a click, no row gets the focus, so that Space scrolls the page instead of completing a todo.
    const forget = () => {
      focused.current = undefined
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [tree])
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    tree.current?.querySelector<HTMLElement>(FOCUSABLE_ROW)?.focus()
  })
  useLayoutEffect(
    () => () => {
      // Deferred, because the tree is removed only after this cleanup, and an open dialog keeps the focus until it
      // closes.
      if (focused.current) queueMicrotask(focusBesideTree)
    },
    [],
  )
}

/** Focuses the field for a new todo, or the link to the current view if the view has no field. */
function focusBesideTree(): void {
  if (document.activeElement !== document.body) return
  const field = document.getElementById(NEW_TODO)
  const link = document.querySelector<HTMLElement>('.todo-rail [aria-current=page]')
  ;(field ?? link)?.focus()
}
