// Responses to these queries are never stored on the device for offline use.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useServerChange } from '../../design/use-server-change.ts'
import { useClient } from '../../session/provider.tsx'

export function useTotp() {
  const client = useClient()
  return useQuery({ queryKey: ['security', 'totp'], queryFn: () => client.totp.read() })
}

export function usePasskeys() {
  const client = useClient()
  return useQuery({ queryKey: ['security', 'passkeys'], queryFn: () => client.passkeys.list() })
}

/** Requests one more entry than shown, to find out whether there are more. */
export function useAudit(shown: number) {
  const client = useClient()
  return useQuery({
    queryKey: ['security', 'audit', shown],
    queryFn: () => client.audit.list({ query: { limit: shown + 1 } }),
    placeholderData: keepPreviousData,
  })
}

/** Reloads all security data after a change, such as the audit log and the sessions. */
export const useSecurityChange = () => useServerChange('security')
