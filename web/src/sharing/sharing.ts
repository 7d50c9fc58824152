import { ApiError } from '@daymark/client'
import type { ResourceType, VisibilityOut } from '@daymark/contract/people/visibility'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../session/provider.tsx'
import { useShownEntries } from '../sync/context.ts'
import { listWith } from '../sync/overlay/lists.ts'
import { useAction } from '../sync/use-write.ts'

export const PRIVATE: VisibilityOut = {
  level: 'private',
  allowed_user_ids: [],
  allowed_emails: [],
  allowed_domains: [],
}

const PUT = 'PUT /v1/visibility/{resource_type}/{resource_id}'

/** Loads an item's visibility, and applies pending writes to it. */
export function useSharing(type: ResourceType, id: string) {
  const client = useClient()
  const query = useQuery({
    queryKey: ['visibility', type, id],
    queryFn: async (): Promise<VisibilityOut> => {
      try {
        return await client.visibility.get({ params: { resource_type: type, resource_id: id } })
      } catch (error) {
        // The server stores no visibility for private items.
        if (error instanceof ApiError && error.status === 404) return PRIVATE
        throw error
      }
    },
  })
  const waiting = useShownEntries().findLast(
    ({ operation, params }) =>
      operation === PUT && params['resource_type'] === type && params['resource_id'] === id,
  )
  const data = waiting ? { ...PRIVATE, ...(waiting.body as Partial<VisibilityOut>) } : query.data
  return { ...query, data }
}

export function useShare(type: ResourceType, id: string): (sharing: VisibilityOut, said: string) => void {
  const client = useClient()
  const act = useAction()
  const params = { resource_type: type, resource_id: id }
  return (body, said) => act(live => live.write(client.visibility.put, { params, body }), said)
}

export const FRIENDS = ['friends', 'list']

/** Loads the friends, possibly thousands. Lists show only some of them, see `useSomeFriends`. */
export function useFriends() {
  const client = useClient()
  const query = useQuery({
    queryKey: FRIENDS,
    queryFn: () => client.friends.list({ query: {} }),
  })
  const entries = useShownEntries()
  const data = useMemo(() => query.data && listWith('friend', query.data, entries), [query.data, entries])
  return { ...query, data }
}

export function useBlocked() {
  const client = useClient()
  const query = useQuery({
    queryKey: ['friends', 'blocks'],
    queryFn: () => client.friends.blocks({ query: { limit: 500 } }),
  })
  const entries = useShownEntries()
  const data = useMemo(() => query.data && listWith('block', query.data, entries), [query.data, entries])
  return { ...query, data }
}
