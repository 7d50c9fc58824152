// Moves and resizes entries by dragging. For a series it first asks which occurrences to change.

import type { Schedule } from '@daymark/contract/planning/schedule'
import type { EventChangeInfo } from '@fullcalendar/react'
import { useCallback, useState } from 'react'
import { startOfDay } from '../../session/region/zone-time.ts'
import { spanOfEvent } from '../grid/events.ts'
import { type ApplyTo, isOccurrence } from './address.ts'
import { useEntryChanges } from './changes.ts'

interface Drop {
  entry: Schedule
  body: { start_time: string; end_time: string }
  revert: () => void
}

export function useDragging(zone: string) {
  const { move } = useEntryChanges()
  const [asking, setAsking] = useState<Drop>()

  const onDrop = useCallback(
    (info: EventChangeInfo) => {
      const entry: Schedule | undefined = info.event.extendedProps['entry']
      if (!entry) return info.revert()
      const { start, end } = spanOfEvent(info.event, date => startOfDay(date, zone))
      const body = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
      const drop = { entry, body, revert: info.revert }
      if (isOccurrence(entry)) setAsking(drop)
      else move(entry, body, 'this')
    },
    [move, zone],
  )

  return {
    asking: asking !== undefined,
    /** Whether the change moves the starts of occurrences. */
    shiftsStarts: asking !== undefined && !isAt(asking.entry.instance_start, asking.body.start_time),
    onDrop,
    choose(applyTo: ApplyTo) {
      setAsking(undefined)
      if (!asking) return
      // Reverts the grid, because it renders from the entries, also after "Undo".
      asking.revert()
      move(asking.entry, asking.body, applyTo)
    },
    cancel() {
      asking?.revert()
      setAsking(undefined)
    },
  }
}

const isAt = (one: string | null, other: string): boolean => Date.parse(one ?? '') === Date.parse(other)
