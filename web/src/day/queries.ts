import type { Timer } from '@daymark/contract/timers/timer'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { within } from '../calendar/grid/events.ts'
import { useClient } from '../session/provider.tsx'
import { addDays, startOfDay } from '../session/region/zone-time.ts'
import { FOLLOWED } from '../session/storage/followed.ts'
import { timezone } from '../session/storage/preferences.ts'
import { entriesOf } from '../sharing/whose.ts'
import { useShownEntries } from '../sync/context.ts'
import { listWith, loadedOr } from '../sync/overlay/lists.ts'
import { schedulesWith } from '../sync/overlay/schedules.ts'
import { DAYS_BEFORE } from '../tags/measured.ts'
import { useTagOf } from '../tags/use-tags.ts'
import { useActiveTimers, useServerNow } from '../timers/live/live.tsx'
import { isOpen } from '../todos/tree/visible.ts'
import type { DaySpan } from './timeline/geometry.ts'

export const spanOfDate = (date: string, zone = timezone()): DaySpan => ({
  from: startOfDay(date, zone),
  to: startOfDay(addDays(date, 1), zone),
})

export function usePlanned(date: string) {
  const client = useClient()
  const zone = timezone()
  const query = useQuery({
    queryKey: ['schedules', 'day', date, zone],
    queryFn: () =>
      client.schedules.list.all({
        query: { start_date: date, end_date: addDays(date, 1), timezone: zone, ...entriesOf() },
      }),
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const loaded = loadedOr(query, 'schedule', entries)
  const data = useMemo(() => {
    const shown = loaded && schedulesWith(loaded, entries, { tag })
    return shown && within(shown, { start: date, end: addDays(date, 1) }, zone)
  }, [loaded, entries, tag, date, zone])
  return { ...query, data }
}

/**
 * Loads the timers of a day, including those that started up to a week earlier. Active timers come from the live list,
 * which is newer.
 */
export function useTracked(date: string) {
  const client = useClient()
  const start_date = addDays(date, -DAYS_BEFORE)
  const query = useQuery({
    queryKey: ['timers', 'day', start_date, timezone()],
    queryFn: () =>
      client.timers.list({
        query: {
          start_date,
          end_date: date,
          timezone: timezone(),
          tag_include_mode: 'timer_only',
          include_todo: true,
          include_schedule: true,
        },
      }),
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const active = useActiveTimers()
  const loaded = loadedOr(query, 'timer', entries)
  const data = useMemo((): Timer[] | undefined => {
    if (!loaded) return undefined
    const listed = listWith('timer', loaded, entries, { tag })
    return [...new Map([...listed, ...active].map(timer => [timer.id, timer])).values()]
  }, [loaded, entries, tag, active])
  return { ...query, data }
}

/** Drops closed todos before the list is cached, so that the cache stays small despite a long history. */
export function useOpenTodos() {
  const client = useClient()
  const query = useQuery({
    ...FOLLOWED,
    queryKey: ['todos', 'open'],
    queryFn: async () => (await client.todos.list({ query: {} })).filter(isOpen),
    placeholderData: keepPreviousData,
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const loaded = loadedOr(query, 'todo', entries)
  const data = useMemo(
    () =>
      loaded && listWith('todo', loaded, entries, { tag, accepts: todo => isOpen(todo) && !todo.is_shared }),
    [loaded, entries, tag],
  )
  return { ...query, data }
}

/** A running block grows by about one pixel per minute, so more frequent updates would be wasted. */
const TICK_MS = 10_000

/** Returns the server's time, rounded down to the update interval, so that nothing renders in between. */
export function useNow(): number {
  const read = useServerNow()
  const [, tick] = useState(0)
  useEffect(() => {
    const interval = setInterval(() => tick(count => count + 1), TICK_MS)
    return () => clearInterval(interval)
  }, [])
  return Math.floor(read() / TICK_MS) * TICK_MS
}
