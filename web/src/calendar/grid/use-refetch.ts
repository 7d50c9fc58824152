// Delays a refetch until the drag ends, because refetching would cancel the drag.
import type { CalendarRef } from '@fullcalendar/react'
import { type RefObject, useMemo, useRef } from 'react'

export function useRefetch(calendar: RefObject<CalendarRef | null>) {
  const state = useRef({ isDragging: false, isMissed: false })
  return useMemo(() => {
    const askAgain = () => {
      if (state.current.isDragging) state.current.isMissed = true
      else calendar.current?.getApi().refetchEvents()
    }
    const begin = () => {
      state.current = { isDragging: true, isMissed: false }
    }
    const end = () => {
      const { isMissed } = state.current
      state.current = { isDragging: false, isMissed: false }
      if (isMissed) setTimeout(askAgain)
    }
    return {
      askAgain,
      handlers: {
        eventDragStart: begin,
        eventDragStop: end,
        eventResizeStart: begin,
        eventResizeStop: end,
      },
    }
  }, [calendar])
}
