// Detects long presses in lists that do not use them for dragging.
import { type PointerEvent, useMemo, useRef } from 'react'

const HOLD_MS = 450
const FINGER_PX = 9

interface Press {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
}

/** Returns event handlers for the list. `idOf` returns the id of the pressed item. */
export function useLongPress(idOf: (target: Element) => string | undefined, onHold: (id: string) => void) {
  const press = useRef<Press>(undefined)
  const latest = useRef({ idOf, onHold })
  latest.current = { idOf, onHold }
  return useMemo(() => {
    const stop = () => {
      clearTimeout(press.current?.timer)
      press.current = undefined
    }
    return {
      onPointerDown(event: PointerEvent) {
        if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element)) return
        const id = latest.current.idOf(event.target)
        if (id === undefined) return
        const timer = setTimeout(() => {
          navigator.vibrate?.(15)
          swallowNextClick()
          latest.current.onHold(id)
        }, HOLD_MS)
        press.current = { x: event.clientX, y: event.clientY, timer }
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { current } = press
        if (current && Math.hypot(clientX - current.x, clientY - current.y) > FINGER_PX) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu(event: { preventDefault(): void }) {
        if (press.current) event.preventDefault()
      },
    }
  }, [])
}

/**
 * Suppresses the click that follows the press, because it would toggle the item again. Browsers may send no click, for
 * example after they cancel the pointer in order to scroll, so a new press always gets its own click.
 */
export function swallowNextClick(page: EventTarget = globalThis): void {
  const ends = new AbortController()
  const { signal } = ends
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    ends.abort()
  }
  page.addEventListener('click', swallow, { capture: true, signal })
  // Waits for the click, which browsers send right after the release.
  page.addEventListener('pointerup', () => setTimeout(() => ends.abort()), { signal })
  for (const name of ['pointercancel', 'pointerdown'])
    page.addEventListener(name, () => ends.abort(), { capture: true, signal })
}
