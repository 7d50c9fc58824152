import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../session/provider.tsx'

/** Occurrences do not contain the recurrence rule, so it is loaded separately. `id` is undefined for a single entry. */
export function useSeries(id: string | undefined) {
  const client = useClient()
  return useQuery({
    queryKey: ['schedules', 'row', id],
    queryFn: () => client.schedules.get({ params: { schedule_id: id ?? '' } }),
    enabled: id !== undefined,
  })
}
