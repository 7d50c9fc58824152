// Gives FullCalendar only the entries of the visible dates, because each one costs rendering time.
import type { EventInput } from '@fullcalendar/react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLanguage } from '../../session/language.tsx'
import { startOfDay } from '../../session/region/zone-time.ts'
import { useShownEntries } from '../../sync/context.ts'
import { expandIn } from '../../sync/overlay/expand.ts'
import { schedulesWith } from '../../sync/overlay/schedules.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { type Dates, entriesBetween, holidaysBetween, isSettled } from '../entries/entries.ts'
import type { View } from '../view.ts'
import { eventsOf, holidayEvents, within } from './events.ts'

type Range = { startStr: string; endStr: string }
type Source = (range: Range, give: (events: EventInput[]) => void) => void

/**
 * FullCalendar calls the source when its dates change. The answer is synchronous, so that it renders only once.
 * `version` changes after a reload; FullCalendar refetches only if the visible entries changed.
 */
export function useSource(
  { version, view, discover }: { version: string; view: View; discover: boolean },
  zone: string,
  askAgain: () => void,
): Source {
  const queries = useQueryClient()
  const { language } = useLanguage()
  const waiting = useShownEntries()
  const tag = useTagOf()
  const shown = useRef<{ dates: Dates; things: readonly unknown[] }>(undefined)
  const latest = useRef({ waiting, tag, language, view })
  latest.current = { waiting, tag, language, view }

  const read = useCallback(
    (dates: Dates) => {
      const now = latest.current
      // Waits for entries and holidays, because the agenda would jump if they appeared one after the other.
      if (now.view === 'agenda' && !isSettled(queries, dates, { zone, discover, language: now.language }))
        return NOTHING
      const expand = expandIn(startOfDay(dates.start, zone), startOfDay(dates.end, zone))
      const known = schedulesWith(entriesBetween(queries, dates, zone, discover), now.waiting, {
        tag: now.tag,
        expand,
      })
      const entries = within(known, dates, zone)
      return { entries, holidays: holidaysBetween(queries, dates, latest.current.language) }
    },
    [queries, zone, discover],
  )

  // Triggers the effect below when one of the values changes that `read` takes from a ref.
  const reason = useMemo(() => ({ version, language, waiting, tag }), [version, language, waiting, tag])
  useEffect(() => {
    if (!shown.current || !reason) return
    const { dates, things } = shown.current
    const { entries, holidays } = read(dates)
    if (!isSame([...holidays, ...entries], things)) askAgain()
  }, [reason, read, askAgain])

  return useCallback(
    (range, give) => {
      const dates = { start: range.startStr.slice(0, 10), end: range.endStr.slice(0, 10) }
      const { entries, holidays } = read(dates)
      shown.current = { dates, things: [...holidays, ...entries] }
      give([...holidayEvents(holidays), ...eventsOf(entries, zone)])
    },
    [read, zone],
  )
}

const NOTHING = { entries: [], holidays: [] }

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])
