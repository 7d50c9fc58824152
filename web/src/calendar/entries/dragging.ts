import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { EventChangeInfo } from '@fullcalendar/react'
import { useCallback, useState } from 'react'
import { isDate, localOf } from '../../session/region/zone-time.ts'
import { type ApplyTo, isOccurrence } from './address.ts'
import { useEntryChanges } from './changes.ts'
import { useDeadlineMove } from './deadline-move.ts'
import { deadlineAt, isStart, isUnmoved, type Moved, movedTimes } from './dropped.ts'

interface Drop {
  /** Which decision the user must make before the entry moves. */
  about: 'series' | 'deadline'
  entry: Schedule
  body: Moved
  revert: () => void
}

export function useDragging(zone: string) {
  const { move } = useEntryChanges()
  const moveDeadline = useDeadlineMove()
  const [asking, setAsking] = useState<Drop>()

  const onDrop = useCallback(
    (info: EventChangeInfo) => {
      const { entry, todo }: { entry?: Schedule; todo?: Todo } = info.event.extendedProps
      if (!entry && todo) return moveDeadline(todo, deadlineAt(info.event, zone))
      if (!entry) return info.revert()
      const body = movedTimes(info.event, entry, zone)
      if (isUnmoved(entry, body)) return info.revert()
      const drop = { entry, body, revert: info.revert }
      if (isOccurrence(entry)) setAsking({ ...drop, about: 'series' })
      else if (entry.source_todo_id !== null && !isStart(entry, body.start_time))
        setAsking({ ...drop, about: 'deadline' })
      else move(entry, body, 'this')
    },
    [move, moveDeadline, zone],
  )

  return {
    asking,
    /** True if the drop sets a start other than the occurrence's original start. */
    shiftsStarts: asking?.about === 'series' && !startsAt(asking.entry, asking.body.start_time, zone),
    onDrop,
    choose(applyTo: ApplyTo) {
      setAsking(undefined)
      if (!asking) return
      // Reverts the move that FullCalendar made itself, because `move` changes the entry.
      asking.revert()
      move(asking.entry, asking.body, applyTo)
    },
    chooseDeadline(movesDeadline: boolean) {
      setAsking(undefined)
      if (!asking) return
      asking.revert()
      move(asking.entry, asking.body, 'this', movesDeadline)
    },
    cancel() {
      asking?.revert()
      setAsking(undefined)
    },
  }
}

/** False for a drop that would move an occurrence of an all-day series out of the all-day row. */
export const mayDrop = (span: { allDay: boolean }, entry: Schedule | undefined): boolean =>
  span.allDay || !entry?.all_day || !isOccurrence(entry)

function startsAt({ instance_start }: Schedule, start: string, zone: string): boolean {
  const original = Date.parse(instance_start ?? '')
  return isDate(start) ? localOf(original, zone).date === start : original === Date.parse(start)
}
