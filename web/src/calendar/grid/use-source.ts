// Passes only visible entries to FullCalendar, because each one costs rendering time.

import type { OutboxEntry } from '@daymark/client'
import type { Holiday } from '@daymark/contract/planning/holidays'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { EventInput } from '@fullcalendar/react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLanguage } from '../../session/language.tsx'
import { startOfDay } from '../../session/region/zone-time.ts'
import { useShownEntries } from '../../sync/context.ts'
import { expandIn } from '../../sync/overlay/expand.ts'
import type { TagOf } from '../../sync/overlay/lists.ts'
import { schedulesWith } from '../../sync/overlay/schedules.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { type Deadline, withDeadlines } from '../deadlines/deadlines.ts'
import { type Dates, entriesBetween, holidaysBetween, isSettled } from '../entries/entries.ts'
import { subscribedBetween, subscriptionColors } from '../entries/subscribed.ts'
import type { View } from '../view.ts'
import { deadlineEvent, eventsOf, holidayEvents, subscribedEvents, within } from './events.ts'
import { staggered } from './stagger.ts'

type Range = { startStr: string; endStr: string }
type Source = (range: Range, give: (events: EventInput[]) => void) => void

/**
 * FullCalendar calls the source when its dates change. The source answers synchronously, so that FullCalendar renders
 * only once. When `version` or another input changes, the hook calls `askAgain` only if the visible items changed.
 */
export function useSource(
  {
    version,
    view,
    discover,
    subscribed,
    holidays: hasHolidays,
    todos,
  }: {
    version: string
    view: View
    discover: boolean
    /** The ids of visible subscriptions. */
    subscribed: ReadonlySet<string>
    holidays: boolean
    /** Only todos with a deadline, keyed by id. */
    todos: ReadonlyMap<string, Todo>
  },
  zone: string,
  askAgain: () => void,
): Source {
  const queries = useQueryClient()
  const { language } = useLanguage()
  const waiting = useShownEntries()
  const tag = useTagOf()
  const shown = useRef<{ dates: Dates; things: readonly unknown[] }>(undefined)
  const latest = useRef({ waiting, tag, language, view, todos })
  latest.current = { waiting, tag, language, view, todos }

  const read = useCallback(
    (dates: Dates): Found => {
      const now = latest.current
      // The agenda would jump if entries and holidays did not appear together.
      if (now.view === 'agenda' && !isSettled(queries, dates, { zone, discover, language: now.language }))
        return NOTHING
      const all = shownBetween(queries, dates, { zone, discover, waiting: now.waiting, tag: now.tag })
      const others = within(subscribedBetween(queries, dates, zone), dates, zone)
      return {
        ...withDeadlines(all, now.todos, dates, zone),
        others: others.filter(({ subscription_id = '' }) => subscribed.has(subscription_id)),
        holidays: hasHolidays ? holidaysBetween(queries, dates, now.language) : [],
      }
    },
    [queries, zone, discover, subscribed, hasHolidays],
  )

  // `read` gets these values from a ref or from the query cache. It stays the same function when they change, so the
  // effect below depends on `reason` too.
  const reason = useMemo(
    () => ({ version, language, waiting, tag, todos }),
    [version, language, waiting, tag, todos],
  )
  useEffect(() => {
    if (!shown.current || !reason) return
    const { dates, things } = shown.current
    if (!isSame(thingsOf(read(dates)), things)) askAgain()
  }, [reason, read, askAgain])

  return useCallback(
    (range, give) => {
      const dates = { start: range.startStr.slice(0, 10), end: range.endStr.slice(0, 10) }
      const found = read(dates)
      shown.current = { dates, things: thingsOf(found) }
      const layer = subscribedEvents(found.others, zone, subscriptionColors(queries))
      const deadlines = found.deadlines.map(deadlineEvent)
      const entries = eventsOf(found.entries, zone)
      give([...holidayEvents(found.holidays), ...staggered([...layer, ...deadlines, ...entries], zone)])
    },
    [read, zone, queries],
  )
}

interface Shown {
  zone: string
  discover: boolean
  waiting: readonly OutboxEntry[]
  tag: TagOf
}

/** Returns the cached entries between the dates, with changes that the server has not confirmed yet. */
export function shownBetween(
  queries: QueryClient,
  dates: Dates,
  { zone, discover, waiting, tag }: Shown,
): Schedule[] {
  const expand = expandIn(startOfDay(dates.start, zone), startOfDay(dates.end, zone))
  const known = schedulesWith(entriesBetween(queries, dates, zone, discover), waiting, { tag, expand })
  return within(known, dates, zone)
}

interface Found {
  entries: readonly Schedule[]
  deadlines: readonly Deadline[]
  others: readonly Schedule[]
  holidays: readonly Holiday[]
}

const NOTHING: Found = { entries: [], deadlines: [], others: [], holidays: [] }

/** Unchanged items stay the same objects, so `isSame` can compare them by reference. */
const thingsOf = ({ entries, deadlines, others, holidays }: Found): unknown[] => [
  ...holidays,
  ...others,
  ...entries,
  // Omits a todo that is not from `todos`: a placeholder is a new object on each call, and an embedded todo is part of
  // its entry.
  ...deadlines.flatMap(({ todo, entry }) => ('schedules' in todo ? [entry, todo] : [entry])),
]

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])
