// Query results include pending writes.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../session/provider.tsx'
import { useShownEntries } from '../sync/context.ts'
import { listWith } from '../sync/overlay/lists.ts'

export function useRequests(side: 'received' | 'sent') {
  const client = useClient()
  const query = useQuery({
    queryKey: ['friends', 'requests', side],
    queryFn: () => client.friends[side]({ query: { limit: 500 } }),
  })
  const entries = useShownEntries()
  const data = useMemo(
    () => query.data && listWith('friend_request', query.data, entries),
    [query.data, entries],
  )
  return { ...query, data }
}
