import { onlineManager, QueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import type { ReactNode } from 'react'
import { mayHelpAgain, retryDelay } from '../requests/connection.ts'
import { CACHE_MAX_AGE_MS, CACHE_VERSION, persistedCache } from './persisted-cache.ts'

/** Keeps unused data for a day, because the next visit may be offline. */
const UNUSED_MS = 86_400_000

// React Query assumes a connection until it gets an `offline` event, but a page opened offline gets none.
onlineManager.setOnline(navigator.onLine)

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayHelpAgain, retryDelay, gcTime: UNUSED_MS },
    // Fails immediately while offline, because a queued change would be lost when the page closes.
    mutations: { networkMode: 'always' },
  },
})
interface Stored {
  queryKey: readonly unknown[]
  state: { data?: unknown }
}

const persister = persistedCache()

const persistOptions = {
  persister,
  buster: CACHE_VERSION,
  maxAge: CACHE_MAX_AGE_MS,
  dehydrateOptions: {
    // Security and administration data must not be stored on the device.
    shouldDehydrateQuery: ({ queryKey: [noun], state }: Stored) =>
      noun !== 'security' && noun !== 'admin' && state.data !== undefined,
    shouldDehydrateMutation: () => false,
  },
}

export const Queries = ({ children }: { children: ReactNode }) => (
  <PersistQueryClientProvider client={queries} persistOptions={persistOptions}>
    {children}
  </PersistQueryClientProvider>
)

/** Clears the cache in memory and in this browser, so that the next user cannot see the data. */
export function forgetData(): void {
  queries.clear()
  void persister.removeClient()
}
