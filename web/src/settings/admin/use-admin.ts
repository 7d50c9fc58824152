// Responses to `admin` queries are never stored on the device for offline use.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useServerChange } from '../../design/use-server-change.ts'
import { useMe } from '../../session/me.ts'
import { useClient } from '../../session/provider.tsx'

export const useIsAdmin = (): boolean => useMe().data?.role === 'admin'

/** Requests one more person than shown, to find out whether there are more. */
export function usePeople(q: string, shown: number) {
  const client = useClient()
  return useQuery({
    queryKey: ['admin', 'people', q, shown],
    queryFn: () => client.administration.people({ query: { limit: shown + 1, ...(q !== '' && { q }) } }),
    placeholderData: keepPreviousData,
  })
}

export function useInvitations() {
  const client = useClient()
  return useQuery({
    queryKey: ['admin', 'invitations'],
    queryFn: () => client.administration.invitations(),
  })
}

export function useServerStatus(enabled = true) {
  const client = useClient()
  return useQuery({
    queryKey: ['admin', 'status'],
    queryFn: () => client.administration.status(),
    enabled,
  })
}

export const useAdminChange = () => useServerChange('admin')
