// Gives the focus back to an entry that FullCalendar draws anew, which it does with all of them when one has changed.
import type { CalendarOptions } from '@fullcalendar/react'
import { useMemo } from 'react'

type Mounted = Parameters<NonNullable<CalendarOptions['eventDidMount']>>[0]

export function useKeptFocus(): Pick<CalendarOptions, 'eventDidMount' | 'eventWillUnmount'> {
  return useMemo(() => {
    let lost: string | undefined
    return {
      eventWillUnmount: info => {
        if (info.el.contains(document.activeElement)) lost = nameOf(info)
      },
      eventDidMount: info => {
        if (lost !== nameOf(info)) return
        lost = undefined
        // Not if the person has gone on to something else.
        if (document.activeElement === document.body) info.el.focus()
      },
    }
  }, [])
}

const nameOf = ({ event }: Mounted): string => `${event.id} ${event.startStr}`
