// Focuses the next row after the focused one was completed or deleted by keyboard, so that the arrow keys keep working.
// After the last one, the field for a new todo has the focus.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { NEW_TODO } from '../new-todo.tsx'

export const FOCUSABLE_ROW = '[role=treeitem][tabindex="0"]'

export function useRowFocus(tree: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element>(undefined)
  useEffect(() => {
    const remember = ({ target }: Event) => {
      // The question before a deletion.
      if (target instanceof Element && target.closest('dialog')) return
      const isRow = target instanceof Element && target.role === 'treeitem' && tree.current?.contains(target)
      focused.current = isRow ? target : undefined
    }
    // After a click, Space scrolls the page. It would complete a todo if a row had the focus.
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
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return
    tree.current?.querySelector<HTMLElement>(FOCUSABLE_ROW)?.focus()
  })
  useLayoutEffect(
    () => () => {
      // Later, because the tree is removed after this, and nothing outside an open dialog can have the focus.
      if (focused.current) queueMicrotask(focusBesideTree)
    },
    [],
  )
}

/** Some views have no field. There, the link of the view has the focus. */
function focusBesideTree(): void {
  if (document.activeElement !== document.body) return
  const field = document.getElementById(NEW_TODO)
  const link = document.querySelector<HTMLElement>('.todo-rail [aria-current=page]')
  ;(field ?? link)?.focus()
}
