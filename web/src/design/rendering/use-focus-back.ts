import { type FocusEvent, useLayoutEffect, useMemo, useRef } from 'react'

/** The current item of a tree. The tree is a single tab stop. */
const CURRENT_ITEM = 'main [role=tree] [tabindex="0"]'

/**
 * Returns focus to the page when a focused message disappears, for example because its "Undo" was pressed. Returns
 * handlers for the message.
 */
export function useFocusBack() {
  const entered = useRef<{ from: EventTarget | null; isByKeyboard: boolean }>(undefined)
  useLayoutEffect(() => {
    if (!entered.current || document.activeElement !== document.body) return
    const { from, isByKeyboard } = entered.current
    entered.current = undefined
    // After a click without earlier focus, Space must scroll the page instead of pressing something.
    if (!from && !isByKeyboard) return
    const isThere = from instanceof HTMLElement && from.isConnected
    // Tab reaches messages from the end of the page, which is not where the person was.
    if (isByKeyboard || !isThere) document.querySelector<HTMLElement>(CURRENT_ITEM)?.focus()
    if (isThere && document.activeElement === document.body) from.focus()
  })
  return useMemo(
    () => ({
      onFocus: ({ target, relatedTarget }: FocusEvent) => {
        const isInside = relatedTarget instanceof Element && relatedTarget.closest('.toast') !== null
        entered.current = {
          from: isInside ? (entered.current?.from ?? null) : relatedTarget,
          isByKeyboard: target.matches(':focus-visible'),
        }
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Element && relatedTarget.closest('.toast')))
          entered.current = undefined
      },
    }),
    [],
  )
}
