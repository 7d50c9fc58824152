// Queries for today's entries, due todos and measured time, updated by the live connection.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { within } from '../calendar/grid/events.ts'
import { dateOf } from '../design/format.ts'
import { useClient } from '../session/provider.tsx'
import { addDays } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { entriesOf } from '../sharing/whose.ts'
import { useShownEntries } from '../sync/context.ts'
import { listWith } from '../sync/overlay/lists.ts'
import { schedulesWith } from '../sync/overlay/schedules.ts'
import { DAYS_BEFORE } from '../tags/measured.ts'
import { useTagOf } from '../tags/use-tags.ts'
import { isDue } from './sums.ts'

export function usePlanned() {
  const client = useClient()
  const today = dateOf()
  const zone = timezone()
  const query = useQuery({
    queryKey: ['schedules', 'day', today, zone],
    queryFn: () =>
      client.schedules.list.all({
        query: { start_date: today, end_date: addDays(today, 1), timezone: zone, ...entriesOf() },
      }),
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const data = useMemo(() => {
    const shown = query.data && schedulesWith(query.data, entries, { tag })
    if (!shown) return shown
    const todays =
      shown === query.data ? shown : within(shown, { start: today, end: addDays(today, 1) }, zone)
    return todays.toSorted(
      (a, b) => Number(b.all_day) - Number(a.all_day) || a.start_time.localeCompare(b.start_time),
    )
  }, [query.data, entries, tag, today, zone])
  return { ...query, data }
}

export function useDue() {
  const client = useClient()
  const today = dateOf()
  const query = useQuery({
    queryKey: ['todos', 'due', today],
    queryFn: async () => (await client.todos.list({ query: {} })).filter(todo => isDue(todo, today)),
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const data = useMemo(
    () => query.data && listWith('todo', query.data, entries, { tag, accepts: todo => isDue(todo, today) }),
    [query.data, entries, tag, today],
  )
  return { ...query, data }
}

/** Timers that may have measured time today, with pending corrections applied. */
export function useMeasured() {
  const client = useClient()
  const start_date = addDays(dateOf(), -DAYS_BEFORE)
  const query = useQuery({
    queryKey: ['timers', 'day', start_date, timezone()],
    queryFn: () => client.timers.list({ query: { start_date, timezone: timezone() } }),
  })
  const entries = useShownEntries()
  const data = useMemo(() => query.data && listWith('timer', query.data, entries), [query.data, entries])
  return { ...query, data }
}
