import { useQuery } from '@tanstack/react-query'
import { useServerChange } from '../../design/use-server-change.ts'
import { useClient } from '../../session/provider.tsx'

export function useWebhooks() {
  const client = useClient()
  return useQuery({ queryKey: ['webhooks'], queryFn: () => client.webhooks.list() })
}

const NEWEST = 100
const LOOK_AGAIN_MS = 2_000

export function useDeliveries(webhookId: string) {
  const client = useClient()
  return useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: () =>
      client.webhooks.deliveries({ params: { webhook_id: webhookId }, query: { limit: NEWEST } }),
    // Polls while deliveries are pending, because the change log does not contain deliveries.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') ? LOOK_AGAIN_MS : false,
  })
}

export const useWebhookChange = () => useServerChange('webhooks')
