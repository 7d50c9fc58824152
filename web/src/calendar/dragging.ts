// Moving and resizing by hand. Of a series it is asked first which of them are meant.

import type { Schedule } from '@daymark/contract/schedule'
import type { EventChangeInfo } from '@fullcalendar/react'
import { useCallback, useState } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { type ApplyTo, isOccurrence } from './address.ts'
import { useEntryChanges } from './changes.ts'
import { spanOfEvent } from './events.ts'
import { calendarTexts } from './texts.ts'
import { startOfDay } from './zone-time.ts'

interface Drop {
  entry: Schedule
  body: { start_time: string; end_time: string }
  revert: () => void
}

export function useDragging(zone: string) {
  const t = useTexts(calendarTexts)
  const toast = useToast()
  const { change } = useEntryChanges()
  const [asking, setAsking] = useState<Drop>()

  const apply = useCallback(
    async ({ entry, body, revert }: Drop, applyTo?: ApplyTo): Promise<void> => {
      const { start_time, end_time } = entry
      try {
        await change(entry, body, applyTo)
      } catch (error) {
        toast(t.notMoved(messageOf(error)))
        revert()
        return
      }
      // A split series has new occurrences: the old one cannot be addressed any more.
      if (applyTo === 'following') return
      const back = () =>
        change(afterMove(entry, body, applyTo), { start_time, end_time }, applyTo).catch((error: unknown) =>
          toast(messageOf(error)),
        )
      toast(t.moved(entry.title), { name: t.undo, run: () => void back() })
    },
    [change, toast, t],
  )

  const onDrop = useCallback(
    (info: EventChangeInfo) => {
      const entry: Schedule | undefined = info.event.extendedProps['entry']
      if (!entry) return info.revert()
      const { start, end } = spanOfEvent(info.event, date => startOfDay(date, zone))
      const body = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
      const drop = { entry, body, revert: info.revert }
      if (isOccurrence(entry)) setAsking(drop)
      else void apply(drop)
    },
    [apply, zone],
  )

  return {
    asking: asking !== undefined,
    onDrop,
    choose(applyTo: ApplyTo) {
      if (asking) void apply(asking, applyTo)
      setAsking(undefined)
    },
    cancel() {
      asking?.revert()
      setAsking(undefined)
    },
  }
}

/** When all of a series have moved, so has the original start by which this one is addressed. */
function afterMove(entry: Schedule, body: Drop['body'], applyTo: ApplyTo | undefined): Schedule {
  const moved = { ...entry, ...body }
  if (applyTo !== 'all' || entry.instance_start === null) return moved
  const shift = Date.parse(body.start_time) - Date.parse(entry.start_time)
  return { ...moved, instance_start: new Date(Date.parse(entry.instance_start) + shift).toISOString() }
}
