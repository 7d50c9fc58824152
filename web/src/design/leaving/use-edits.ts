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
  /**
   * If false, leaving does not ask, because the text is stored elsewhere or not worth keeping. Once it is true again,
   * only later changes count.
   */
  asks: boolean
  /** If true, the form stays until it closes itself, even without changes. A reload asks first. */
  isLocked?: boolean
  stopsLinks: boolean
  /** Runs when the Back button is pressed, instead of leaving the page. */
  onBack?: (() => void) | undefined
}

/**
 * Asks before changes are discarded. Remembers the values right before the first input, so that values that load late
 * do not count as changes.
 */
export function useEdits(ref: RefObject<HTMLElement | null>, options: Options) {
  const { asks, isLocked = false, stopsLinks, onBack } = options
  const before = useRef<string>(undefined)
  const isTouched = useRef(false)
  const [pending, setPending] = useState<() => void>()
  useEffect(() => {
    if (asks || !ref.current) return
    isTouched.current = false
    before.current = valuesOf(ref.current)
  }, [asks, ref])
  const remember = () => {
    if (!isTouched.current && ref.current) before.current = valuesOf(ref.current)
  }
  const touch = (event: SyntheticEvent) => {
    // Events from a nested dialog arrive here too.
    if (dialogOf(event.target) === dialogOf(ref.current)) isTouched.current = true
  }
  const isChanged = () =>
    isLocked ||
    (asks && isTouched.current && ref.current !== null && valuesOf(ref.current) !== before.current)
  const ask = (go: () => void): boolean => {
    if (isLocked) return true
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
      // Focus counts too, because dictation and autofill change a field without a key or pointer event.
      onFocusCapture: remember,
      onKeyDownCapture: remember,
      onPointerDownCapture: remember,
      onInput: touch,
      onChange: touch,
      // Buttons with `data-edits`, such as "Tomorrow", fill a field.
      onClick: (event: MouseEvent) => {
        if (event.target instanceof Element && event.target.closest('[data-edits]')) touch(event)
      },
    },
    /** Asks first if there are changes, then runs `go`. */
    leave,
    /** Continues leaving once the user agrees. Undefined unless the question is shown. */
    pending,
    stay: () => setPending(undefined),
  }
}
