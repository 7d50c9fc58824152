// Prevents scrolling during a drag by finger, and the context menu while the finger presses. Stops the drag on unmount.
import { type RefObject, useEffect } from 'react'

interface Session {
  readonly isDragging: boolean
  readonly isByFinger: boolean
  stop(): void
}

export function useStillPage(root: RefObject<HTMLElement | null>, session: Session): void {
  useEffect(() => {
    const element = root.current
    // Registered before a touch starts, because a listener that is added later cannot prevent scrolling.
    const hold = (event: Event) => session.isDragging && event.cancelable && event.preventDefault()
    const noMenu = (event: Event) => session.isByFinger && event.preventDefault()
    element?.addEventListener('touchmove', hold, { passive: false })
    element?.addEventListener('contextmenu', noMenu)
    return () => {
      element?.removeEventListener('touchmove', hold)
      element?.removeEventListener('contextmenu', noMenu)
      session.stop()
    }
  }, [root, session])
}
