// Gives FullCalendar only the entries of the visible dates, because each one costs rendering time.
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { EventInput } from '@fullcalendar/react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLanguage } from '../../session/language.tsx'
import { startOfDay } from '../../session/region/zone-time.ts'
import type { ShownEntry } from '../../sync/cache/shown-entries.ts'
import { useShownEntries } from '../../sync/context.ts'
import { expandIn } from '../../sync/overlay/expand.ts'
import type { TagOf } from '../../sync/overlay/lists.ts'
import { schedulesWith } from '../../sync/overlay/schedules.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { type Dates, entriesBetween, holidaysBetween, isSettled } from '../entries/entries.ts'
import { subscribedBetween, subscriptionColors } from '../entries/subscribed.ts'
import type { View } from '../view.ts'
import { eventsOf, holidayEvents, subscribedEvents, within } from './events.ts'

type Range = { startStr: string; endStr: string }
type Source = (range: Range, give: (events: EventInput[]) => void) => void

/**
 * FullCalendar calls the source when its dates change. The answer is synchronous, so that it renders only once.
 * `version` changes after a reload; FullCalendar refetches only if the visible entries changed.
 */
export function useSource(
  {
    version,
    view,
    discover,
    subscribed,
  }: { version: string; view: View; discover: boolean; subscribed: boolean },
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
      const entries = shownBetween(queries, dates, { zone, discover, waiting: now.waiting, tag: now.tag })
      const others = subscribed ? within(subscribedBetween(queries, dates, zone), dates, zone) : []
      return { entries, others, holidays: holidaysBetween(queries, dates, latest.current.language) }
    },
    [queries, zone, discover, subscribed],
  )

  // Triggers the effect below when one of the values changes that `read` takes from a ref.
  const reason = useMemo(() => ({ version, language, waiting, tag }), [version, language, waiting, tag])
  useEffect(() => {
    if (!shown.current || !reason) return
    const { dates, things } = shown.current
    const { entries, others, holidays } = read(dates)
    if (!isSame([...holidays, ...others, ...entries], things)) askAgain()
  }, [reason, read, askAgain])

  return useCallback(
    (range, give) => {
      const dates = { start: range.startStr.slice(0, 10), end: range.endStr.slice(0, 10) }
      const { entries, others, holidays } = read(dates)
      shown.current = { dates, things: [...holidays, ...others, ...entries] }
      const layer = subscribedEvents(others, zone, subscriptionColors(queries))
      give([...holidayEvents(holidays), ...layer, ...eventsOf(entries, zone)])
    },
    [read, zone, queries],
  )
}

interface Shown {
  zone: string
  discover: boolean
  waiting: readonly ShownEntry[]
  tag: TagOf
}

/** Returns the entries of these dates with pending writes applied. */
export function shownBetween(
  queries: QueryClient,
  dates: Dates,
  { zone, discover, waiting, tag }: Shown,
): Schedule[] {
  const expand = expandIn(startOfDay(dates.start, zone), startOfDay(dates.end, zone))
  const known = schedulesWith(entriesBetween(queries, dates, zone, discover), waiting, { tag, expand })
  return within(known, dates, zone)
}

const NOTHING = { entries: [], others: [], holidays: [] }

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])
