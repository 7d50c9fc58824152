// Notices changes of the forms inside an element, and asks before they are discarded.
import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { dialogOf, valuesOf } from '../forms/form-values.ts'
import { addGuard } from './leave-guard.ts'

interface Options {
  /** False if typed text is kept elsewhere, or not worth a question. */
  asks: boolean
  stopsLinks: boolean
}

/** Remembers the values before the first input. Values that load after the form opens are no changes. */
export function useEdits(ref: RefObject<HTMLElement | null>, { asks, stopsLinks }: Options) {
  const before = useRef<string>(undefined)
  const isTouched = useRef(false)
  const [pending, setPending] = useState<() => void>()
  const remember = () => {
    if (!isTouched.current && ref.current) before.current = valuesOf(ref.current)
  }
  const touch = (event: SyntheticEvent) => {
    // Events of a dialog that was opened from here arrive as well.
    if (dialogOf(event.target) === dialogOf(ref.current)) isTouched.current = true
  }
  const isChanged = useRef(
    () => isTouched.current && ref.current !== null && valuesOf(ref.current) !== before.current,
  )
  const ask = useRef((go: () => void): boolean => {
    if (!isChanged.current()) return false
    setPending(() => go)
    return true
  })
  useEffect(
    () => (asks ? addGuard({ isChanged: isChanged.current, ask: ask.current, stopsLinks }) : undefined),
    [asks, stopsLinks],
  )
  return {
    watch: {
      // Dictation and autofill change a field without a key or a pointer.
      onFocusCapture: remember,
      onKeyDownCapture: remember,
      onPointerDownCapture: remember,
      onInput: touch,
      onChange: touch,
      // Buttons that fill a field, such as "Tomorrow".
      onClick: (event: MouseEvent) => {
        if (event.target instanceof Element && event.target.closest('[data-edits]')) touch(event)
      },
    },
    /** Runs `go` at once, or shows the question first. */
    leave: (go: () => void): void => {
      if (!asks || !ask.current(go)) go()
    },
    /** Set while the question is shown: continues after the user has agreed. */
    pending,
    stay: () => setPending(undefined),
  }
}
