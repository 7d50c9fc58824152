// Moves and resizes entries by dragging. Asks which occurrences of a series to change, and about the deadline of a todo.

import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { EventChangeInfo } from '@fullcalendar/react'
import { useCallback, useState } from 'react'
import { isDate, localOf, startOfDay } from '../../session/region/zone-time.ts'
import type { EntryBody } from '../dialog/entry-form.ts'
import { spanOfEvent } from '../grid/events.ts'
import { type ApplyTo, isOccurrence } from './address.ts'
import { useEntryChanges } from './changes.ts'
import { useDeadlineMove } from './deadline-move.ts'

type Moved = Pick<EntryBody, 'start_time' | 'end_time'> & { all_day?: boolean }

interface Drop {
  /** What to ask before the entry moves. */
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
      const body = bodyOf(info.event, entry, zone)
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
    /** True if the starts of occurrences change. */
    shiftsStarts: asking?.about === 'series' && !startsAt(asking.entry, asking.body.start_time, zone),
    onDrop,
    choose(applyTo: ApplyTo) {
      setAsking(undefined)
      if (!asking) return
      // Undoes FullCalendar's own move, because `move` changes the entries that the grid renders.
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

type Dropped = Parameters<typeof spanOfEvent>[0] & { extendedProps: Record<string, unknown> }

const HOUR_MS = 3_600_000

/** A deadline dropped in the all-day row becomes a date. */
function deadlineAt(event: Dropped, zone: string): string {
  const { start } = spanOfEvent(event, date => startOfDay(date, zone))
  return event.allDay ? localOf(start, zone).date : new Date(start).toISOString()
}

/** True if the entry already starts at this time or on this date. */
export const isStart = ({ start_date, start_time }: Schedule, start: string): boolean =>
  isDate(start) ? start_date === start : Date.parse(start_time) === Date.parse(start)

/** An entry dropped in the all-day row gets dates. A single occurrence can be all-day only if its series is. */
function bodyOf(event: Dropped, entry: Schedule, zone: string): Moved {
  const { start, end } = spanOfEvent(event, date => startOfDay(date, zone))
  const all_day = event.allDay && (entry.all_day || !isOccurrence(entry))
  const text = (at: number) => (all_day ? localOf(at, zone).date : new Date(at).toISOString())
  // A deadline is drawn shorter than the hour that its entry takes.
  const last = event.extendedProps['isDeadline'] === true && !all_day ? start + HOUR_MS : end
  return { start_time: text(start), end_time: text(last), ...(all_day !== entry.all_day && { all_day }) }
}

/** Keeps occurrences of all-day series in the all-day row. */
export const mayDrop = (span: { allDay: boolean }, entry: Schedule | undefined): boolean =>
  span.allDay || !entry?.all_day || !isOccurrence(entry)

function startsAt({ instance_start }: Schedule, start: string, zone: string): boolean {
  const original = Date.parse(instance_start ?? '')
  return isDate(start) ? localOf(original, zone).date === start : original === Date.parse(start)
}
