import type { Schedule } from '@daymark/contract/planning/schedule'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../session/provider.tsx'
import { addDays, localOf, startOfDay } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { expandIn } from '../../sync/overlay/expand.ts'
import { schedulesWith } from '../../sync/overlay/schedules.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import type { Frame } from './drag.ts'
import { type PlannedBlock, plannedIn } from './plan.ts'

export function usePlan({ from, to }: Frame): PlannedBlock[] {
  const client = useClient()
  const queries = useQueryClient()
  const zone = timezone()
  const start = localOf(from, zone).date
  const end = addDays(localOf(to, zone).date, 1)
  const { data } = useQuery({
    queryKey: ['schedules', 'plan', start, end, zone],
    queryFn: ({ signal }) =>
      client.schedules.list.all({ query: { start_date: start, end_date: end, timezone: zone }, signal }),
    // Until the response arrives, and while offline, shows entries that other pages have loaded.
    placeholderData: () => [
      ...new Map(
        queries
          .getQueriesData<Schedule[]>({ queryKey: ['schedules'] })
          .flatMap(([, list]) => (Array.isArray(list) ? list : []))
          .map(entry => [entry.id, entry]),
      ).values(),
    ],
  })
  const waiting = useShownEntries()
  const tag = useTagOf()
  return useMemo(() => {
    const expand = expandIn(startOfDay(start, zone), startOfDay(end, zone))
    return plannedIn(schedulesWith(data ?? [], waiting, { tag, expand }), { from, to })
  }, [data, waiting, tag, start, end, zone, from, to])
}
