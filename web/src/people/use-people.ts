// Queries and actions for friends, requests and blocks.
import { useQuery } from '@tanstack/react-query'
import { useRemoval } from '../design/deleting/use-removal.ts'
import { useServerChange } from '../design/use-server-change.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { peopleTexts } from './texts.ts'

/** Polls while the page is open, because no message announces new or accepted requests. */
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

/** For actions that the server cannot undo: hides the item immediately and runs the action when "Undo" expires. */
export function useDelayed(): (id: string, said: string, act: () => Promise<unknown>) => void {
  const { undo } = useTexts(peopleTexts)
  const remove = useRemoval('friends')
  return (id, text, run) => remove({ id, text, undo, run })
}
