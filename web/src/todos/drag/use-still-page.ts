// Keeps the page still while a finger drags something: it does not scroll, and no menu opens. Ends the drag at unmount.
import { type RefObject, useEffect } from 'react'

interface Session {
  readonly isDragging: boolean
  readonly isByFinger: boolean
  stop(): void
}

export function useStillPage(root: RefObject<HTMLElement | null>, session: Session): void {
  useEffect(() => {
    const element = root.current
    // Added before a touch starts, because a listener can prevent scrolling only then.
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
