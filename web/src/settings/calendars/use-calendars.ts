import { useQuery } from '@tanstack/react-query'
import { useServerChange } from '../../design/use-server-change.ts'
import { useClient } from '../../session/provider.tsx'

export function useFeeds() {
  const client = useClient()
  return useQuery({ queryKey: ['feeds'], queryFn: () => client.feeds.list() })
}

export const useFeedChange = () => useServerChange('feeds')

export function useSubscriptions() {
  const client = useClient()
  return useQuery({ queryKey: ['subscriptions'], queryFn: () => client.subscriptions.list() })
}

export const useSubscriptionChange = () => useServerChange('subscriptions')
