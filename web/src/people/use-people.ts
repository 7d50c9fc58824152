// Friends, requests and blocks, and what can be done with them.
import { useQuery } from '@tanstack/react-query'
import { useRemoval } from '../design/deleting/use-removal.ts'
import { useServerChange } from '../design/use-server-change.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { peopleTexts } from './texts.ts'

/** No message tells of a new request, or of its acceptance: they are looked for while the page is open. */
export const LOOK_AGAIN_MS = 15_000

export function useRequests(side: 'received' | 'sent') {
  const client = useClient()
  return useQuery({
    queryKey: ['friends', 'requests', side],
    queryFn: () => client.friends[side]({ query: { limit: 500 } }),
    refetchInterval: LOOK_AGAIN_MS,
  })
}

export const usePeopleChange = () => useServerChange('friends')

/** For what the server cannot undo: hidden at once, done when the time for "Undo" is over. */
export function useDelayed(): (id: string, said: string, act: () => Promise<unknown>) => void {
  const { undo } = useTexts(peopleTexts)
  const remove = useRemoval('friends')
  return (id, text, run) => remove({ id, text, undo, run })
}
