import { useQuery } from '@tanstack/react-query'
import { useServerChange } from '../design/use-server-change.ts'
import { useClient, useSession } from '../session/provider.tsx'

export const useIsEmbedded = (): boolean => useSession().info.sign_in === 'embedded'

export function useTokens() {
  const client = useClient()
  return useQuery({ queryKey: ['tokens'], queryFn: () => client.tokens.list.all() })
}

export function useDevices() {
  const client = useClient()
  return useQuery({ queryKey: ['devicePasswords'], queryFn: () => client.devicePasswords.list() })
}

/** Disabled with an OpenID provider, which manages app access. */
export function useApps() {
  const client = useClient()
  const enabled = useIsEmbedded()
  return useQuery({ queryKey: ['apps'], queryFn: () => client.apps.list(), enabled })
}

/** Disabled with an OpenID provider, which manages its own accounts. */
export function useAccount() {
  const client = useClient()
  const enabled = useIsEmbedded()
  return useQuery({ queryKey: ['accounts', 'me'], queryFn: () => client.accounts.me(), enabled })
}

/** Disabled with an OpenID provider, which manages its own sessions. */
export function useSessions() {
  const client = useClient()
  const enabled = useIsEmbedded()
  return useQuery({
    queryKey: ['security', 'sessions'],
    queryFn: () => client.sessions.list(),
    enabled,
  })
}

export const useChange = (noun: 'accounts' | 'apps' | 'devicePasswords' | 'security' | 'tokens' | 'users') =>
  useServerChange(noun)

/** Returns a function that signs the user out and clears cached data, so that the next user does not see the data. */
export const useSignOut = (): (() => Promise<void>) => useSession().signOut
