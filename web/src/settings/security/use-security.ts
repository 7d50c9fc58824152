// Queries of the security page. Their answers are never kept on the device for offline use.
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

/** Reads one entry more than shown, to know whether there are more. */
export function useAudit(shown: number) {
  const client = useClient()
  return useQuery({
    queryKey: ['security', 'audit', shown],
    queryFn: () => client.audit.list({ query: { limit: shown + 1 } }),
    placeholderData: keepPreviousData,
  })
}

/** Runs a change, then reads everything on the page again. */
export const useSecurityChange = () => useServerChange('security')
