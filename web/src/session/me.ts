import { useQuery } from '@tanstack/react-query'
import { useClient } from './provider.tsx'

export function useMe() {
  const client = useClient()
  return useQuery({ queryKey: ['users', 'me'], queryFn: () => client.users.me(), staleTime: 60_000 })
}
