import type { Schedule } from '@daymark/contract/planning/schedule'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../session/provider.tsx'
import { addDays } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { schedulesWith } from '../../sync/overlay/schedules.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { entriesBetween, loadEntries } from '../entries/entries.ts'
import { within } from '../grid/events.ts'

/**
 * Returns undefined until all weeks have loaded, then a function that takes a week's first date and returns its
 * entries.
 */
export function useWeeks(first: string, weeks: 1 | 2): ((start: string) => Schedule[]) | undefined {
  const client = useClient()
  const queries = useQueryClient()
  const zone = timezone()
  const waiting = useShownEntries()
  const tag = useTagOf()
  const dates = { start: first, end: addDays(first, weeks * 7) }
  const { data: isLoaded } = useQuery({
    queryKey: ['schedules', 'copy-week', first, weeks, zone],
    queryFn: () => loadEntries(client, queries, { dates, zone, discover: false }),
    networkMode: 'always',
    gcTime: 0,
  })
  if (!isLoaded) return undefined
  const known = schedulesWith(entriesBetween(queries, dates, zone, false), waiting, { tag })
  return start => within(known, { start, end: addDays(start, 7) }, zone)
}
