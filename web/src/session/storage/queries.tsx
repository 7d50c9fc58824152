// The cache of everything read from the server, restored from the last visit and emptied when nobody is signed in.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import type { ReactNode } from 'react'
import { mayHelpAgain } from '../connection.ts'
import { KEPT_FOR_MS, KEPT_VERSION, keptData } from './kept-data.ts'

/** Data nobody looks at any more stays for the next visit, which may be offline. */
const UNUSED_MS = 86_400_000

// The library believes in a connection until it hears otherwise; a page opened offline hears nothing.
onlineManager.setOnline(navigator.onLine)

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayHelpAgain, gcTime: UNUSED_MS },
    // Offline a change fails at once and says so; waiting in silence, it would be lost with the page.
    mutations: { networkMode: 'always' },
  },
})
const persister = keptData()

const persistOptions = {
  persister,
  buster: KEPT_VERSION,
  maxAge: KEPT_FOR_MS,
  dehydrateOptions: { shouldDehydrateQuery: () => true, shouldDehydrateMutation: () => false },
}

export const Queries = ({ children }: { children: ReactNode }) => (
  <PersistQueryClientProvider client={queries} persistOptions={persistOptions}>
    {children}
  </PersistQueryClientProvider>
)

/** Whoever signs in next must not find what the one before has read. */
export function forgetData(): void {
  queries.clear()
  void persister.removeClient()
}
