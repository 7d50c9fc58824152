// Restores focus, because FullCalendar replaces all entry elements when one entry changes.
import type { Schedule } from '@daymark/contract/planning/schedule'
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
        const entry: Schedule | undefined = info.event.extendedProps['entry']
        // `useAgenda` finds entries by this attribute.
        if (entry && !entry.is_shared) info.el.dataset['entry'] = entry.id
        if (lost !== nameOf(info)) return
        lost = undefined
        // If anything but the body has focus, the user has moved it in the meantime.
        if (document.activeElement === document.body) info.el.focus()
      },
    }
  }, [])
}

const nameOf = ({ event }: Mounted): string => `${event.id} ${event.startStr}`
