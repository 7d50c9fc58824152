// Notices changes of the forms inside an element, and asks before they are discarded.
import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { dialogOf, valuesOf } from '../forms/form-values.ts'
import { addGuard } from './leave-guard.ts'

interface Options {
  /** False if typed text is kept elsewhere, or not worth a question. */
  asks: boolean
  stopsLinks: boolean
  /** What the Back button does instead of leaving the page. */
  onBack?: (() => void) | undefined
}

/** Remembers the values before the first input. Values that load after the form opens are no changes. */
export function useEdits(ref: RefObject<HTMLElement | null>, { asks, stopsLinks, onBack }: Options) {
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
  const isChanged = () =>
    asks && isTouched.current && ref.current !== null && valuesOf(ref.current) !== before.current
  const ask = (go: () => void): boolean => {
    if (!isChanged()) return false
    setPending(() => go)
    return true
  }
  const leave = (go: () => void): void => {
    if (!ask(go)) go()
  }
  const isChangedNow = useEffectEvent(isChanged)
  const askNow = useEffectEvent(ask)
  const close = useEffectEvent(() => onBack && leave(onBack))
  const closes = onBack !== undefined
  useEffect(
    () =>
      addGuard({
        isChanged: () => isChangedNow(),
        ask: go => askNow(go),
        ...(closes && { close: () => close() }),
        stopsLinks,
      }),
    [closes, stopsLinks],
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
    leave,
    /** Set while the question is shown: continues after the user has agreed. */
    pending,
    stay: () => setPending(undefined),
  }
}
