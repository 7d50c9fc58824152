// Reads and changes the visibility of an item over the API.
import { ApiError } from '@daymark/client'
import type { ResourceType, VisibilityOut } from '@daymark/contract/people/visibility'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../session/provider.tsx'

export const PRIVATE: VisibilityOut = {
  level: 'private',
  allowed_user_ids: [],
  allowed_emails: [],
  allowed_domains: [],
}

const NOUNS = { schedule: 'schedules', timer: 'timers', todo: 'todos', meeting: 'meetings' } as const

export function useSharing(type: ResourceType, id: string) {
  const client = useClient()
  return useQuery({
    queryKey: ['visibility', type, id],
    queryFn: async (): Promise<VisibilityOut> => {
      try {
        return await client.visibility.get({ params: { resource_type: type, resource_id: id } })
      } catch (error) {
        // Private items have no visibility setting.
        if (error instanceof ApiError && error.status === 404) return PRIVATE
        throw error
      }
    },
  })
}

export function useShare(type: ResourceType, id: string) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (sharing: VisibilityOut) =>
      client.visibility.put({ params: { resource_type: type, resource_id: id }, body: sharing }),
    onSuccess: async sharing => {
      queries.setQueryData(['visibility', type, id], sharing)
      await queries.invalidateQueries({ queryKey: [NOUNS[type]] })
    },
  })
}

export const FRIENDS = ['friends', 'list']

/** Refetches at the given interval, if any. */
export function useFriends(everyMs: number | false = false) {
  const client = useClient()
  return useQuery({
    queryKey: FRIENDS,
    queryFn: () => client.friends.list({ query: { limit: 500 } }),
    refetchInterval: everyMs,
  })
}

export function useBlocked() {
  const client = useClient()
  return useQuery({
    queryKey: ['friends', 'blocks'],
    queryFn: () => client.friends.blocks({ query: { limit: 500 } }),
  })
}
