// Moving and resizing by hand. Of a series it is asked first which of them are meant.

import type { Schedule } from '@daymark/contract/planning/schedule'
import type { EventChangeInfo } from '@fullcalendar/react'
import { useCallback, useState } from 'react'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { startOfDay } from '../../session/region/zone-time.ts'
import { spanOfEvent } from '../grid/events.ts'
import { calendarTexts } from '../texts.ts'
import { type ApplyTo, isOccurrence } from './address.ts'
import { useEntryChanges } from './changes.ts'

interface Drop {
  entry: Schedule
  body: { start_time: string; end_time: string }
  revert: () => void
}

export function useDragging(zone: string) {
  const t = useTexts(calendarTexts)
  const toast = useToast()
  const { moveOne, moveSeries } = useEntryChanges()
  const [asking, setAsking] = useState<Drop>()

  const move = useCallback(
    async ({ entry, body, revert }: Drop): Promise<void> => {
      const tell = (error: unknown) => toast(messageOf(error))
      try {
        const back = await moveOne(entry, body)
        const undo = async () => {
          // A series that moved since has put its occurrences back already.
          if (!(await back())) toast(t.seriesHasMoved)
        }
        toast(t.moved(entry.title), { name: t.undo, run: () => void undo().catch(tell) })
      } catch (error) {
        toast(t.notMoved(messageOf(error)))
        revert()
      }
    },
    [moveOne, toast, t],
  )

  const onDrop = useCallback(
    (info: EventChangeInfo) => {
      const entry: Schedule | undefined = info.event.extendedProps['entry']
      if (!entry) return info.revert()
      const { start, end } = spanOfEvent(info.event, date => startOfDay(date, zone))
      const body = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
      const drop = { entry, body, revert: info.revert }
      if (isOccurrence(entry)) setAsking(drop)
      else void move(drop)
    },
    [move, zone],
  )

  return {
    asking: asking !== undefined,
    /** Whether occurrences would begin at other times than before. */
    shiftsStarts: asking !== undefined && !isAt(asking.entry.instance_start, asking.body.start_time),
    onDrop,
    choose(applyTo: ApplyTo) {
      setAsking(undefined)
      if (!asking) return
      if (applyTo === 'this') return void move(asking)
      // What is shown comes from the entries, also after "Undo".
      asking.revert()
      moveSeries(asking.entry, asking.body, applyTo)
    },
    cancel() {
      asking?.revert()
      setAsking(undefined)
    },
  }
}

const isAt = (one: string | null, other: string): boolean => Date.parse(one ?? '') === Date.parse(other)
