// The own account, sessions and tokens.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../design/toast.tsx'
import { useClient, useSession } from '../session/provider.tsx'

export const useIsEmbedded = (): boolean => useSession().info.sign_in === 'embedded'

export function useTokens() {
  const client = useClient()
  return useQuery({ queryKey: ['tokens'], queryFn: () => client.tokens.list.all() })
}

/** A provider keeps its own sessions; we know nothing of them. */
export function useSessions() {
  const client = useClient()
  const enabled = useIsEmbedded()
  return useQuery({
    queryKey: ['accounts', 'sessions'],
    queryFn: () => client.accounts.sessions(),
    enabled,
  })
}

/** Runs a change, then reads that noun again; a refusal is told in the server's words. */
export function useChange(noun: 'accounts' | 'tokens' | 'users') {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: error => toast(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: [noun] }),
  })
}

/** Whoever uses this browser next must not find anything. */
export const useSignOut = (): (() => Promise<void>) => useSession().signOut
