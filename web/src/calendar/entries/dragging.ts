// Moves and resizes entries by dragging. For a series it first asks which occurrences to change.

import type { Schedule } from '@daymark/contract/planning/schedule'
import type { EventChangeInfo } from '@fullcalendar/react'
import { useCallback, useState } from 'react'
import { isDate, localOf, startOfDay } from '../../session/region/zone-time.ts'
import type { EntryBody } from '../dialog/entry-form.ts'
import { spanOfEvent } from '../grid/events.ts'
import { type ApplyTo, isOccurrence } from './address.ts'
import { useEntryChanges } from './changes.ts'

type Moved = Pick<EntryBody, 'start_time' | 'end_time'> & { all_day?: boolean }

interface Drop {
  entry: Schedule
  body: Moved
  revert: () => void
}

export function useDragging(zone: string) {
  const { move } = useEntryChanges()
  const [asking, setAsking] = useState<Drop>()

  const onDrop = useCallback(
    (info: EventChangeInfo) => {
      const entry: Schedule | undefined = info.event.extendedProps['entry']
      if (!entry) return info.revert()
      const body = bodyOf(info.event, entry, zone)
      const drop = { entry, body, revert: info.revert }
      if (isOccurrence(entry)) setAsking(drop)
      else move(entry, body, 'this')
    },
    [move, zone],
  )

  return {
    asking: asking !== undefined,
    /** True if the starts of occurrences change. */
    shiftsStarts: asking !== undefined && !startsAt(asking.entry, asking.body.start_time, zone),
    onDrop,
    choose(applyTo: ApplyTo) {
      setAsking(undefined)
      if (!asking) return
      // Undoes FullCalendar's own move, because `move` changes the entries that the grid renders.
      asking.revert()
      move(asking.entry, asking.body, applyTo)
    },
    cancel() {
      asking?.revert()
      setAsking(undefined)
    },
  }
}

type Dropped = Parameters<typeof spanOfEvent>[0]

/** An entry dropped in the all-day row gets dates. A single occurrence can be all-day only if its series is. */
function bodyOf(event: Dropped, entry: Schedule, zone: string): Moved {
  const { start, end } = spanOfEvent(event, date => startOfDay(date, zone))
  const all_day = event.allDay && (entry.all_day || !isOccurrence(entry))
  const text = (at: number) => (all_day ? localOf(at, zone).date : new Date(at).toISOString())
  return { start_time: text(start), end_time: text(end), ...(all_day !== entry.all_day && { all_day }) }
}

/** Keeps occurrences of all-day series in the all-day row. */
export const mayDrop = (span: { allDay: boolean }, entry: Schedule | undefined): boolean =>
  span.allDay || !entry?.all_day || !isOccurrence(entry)

function startsAt({ instance_start }: Schedule, start: string, zone: string): boolean {
  const original = Date.parse(instance_start ?? '')
  return isDate(start) ? localOf(original, zone).date === start : original === Date.parse(start)
}
