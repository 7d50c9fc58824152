// Loads the series of an occurrence, because an occurrence does not contain the rule.
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../session/provider.tsx'

/** `id` is undefined for an entry that does not repeat. */
export function useSeries(id: string | undefined) {
  const client = useClient()
  return useQuery({
    queryKey: ['schedules', 'row', id],
    queryFn: () => client.schedules.get({ params: { schedule_id: id ?? '' } }),
    enabled: id !== undefined,
  })
}
