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
  /** False to leave without a question, because typed text is stored elsewhere or not worth keeping. */
  asks: boolean
  stopsLinks: boolean
  /** What the Back button does instead of leaving the page. */
  onBack?: (() => void) | undefined
}

/**
 * Remembers the values before the first input, so that values that load after the form opens do not count as changes.
 */
export function useEdits(ref: RefObject<HTMLElement | null>, { asks, stopsLinks, onBack }: Options) {
  const before = useRef<string>(undefined)
  const isTouched = useRef(false)
  const [pending, setPending] = useState<() => void>()
  const remember = () => {
    if (!isTouched.current && ref.current) before.current = valuesOf(ref.current)
  }
  const touch = (event: SyntheticEvent) => {
    // Ignores events of a nested dialog, which arrive here as well.
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
      // Remembers the values on focus too, because dictation and autofill change a field without a key or a pointer.
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
    /** Continues after the user has agreed; undefined unless the question is shown. */
    pending,
    stay: () => setPending(undefined),
  }
}
